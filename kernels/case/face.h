/* Filled by the case: values at faces from four cells: reconstruct/face.h with the limiter, or
 * reconstruct/parabola.h. */
#ifndef TAUB_CASE_FACE_H
#define TAUB_CASE_FACE_H
#endif
