/* The table of a cubed sphere; shared with the C library (src/mesh/sphere.c).
 *
 * Numbers of a panel stand in its own axes, in planes of W x W places, W = n + 2 SPHERE_REACH + 1, the first axis
 * fastest, places from -SPHERE_REACH on; then come columns of W numbers, the radii of spheres between cells, from
 * -SPHERE_REACH to n_r + SPHERE_REACH, and those of the middles of cells, from -SPHERE_REACH to n_r + SPHERE_REACH - 1.
 */
#ifndef TAUB_GEOMETRY_SPHERE_TABLE_H
#define TAUB_GEOMETRY_SPHERE_TABLE_H

enum { SPHERE_REACH = 4 }; /* ghost zones at most */
enum {
    SPHERE_NODE,                      /* direction of a cell's lower corner, three planes */
    SPHERE_CENTRE = SPHERE_NODE + 3,  /* of its centre, three */
    SPHERE_ARC = SPHERE_CENTRE + 3,   /* angles that its lower faces across both axes take up, two */
    SPHERE_ANGLE = SPHERE_ARC + 2,    /* solid angle of the cell */
    SPHERE_AREA,                      /* size of the vector area of a unit sphere's part, over which its sides reach */
    SPHERE_NORMAL,                    /* its direction, three */
    SPHERE_ALONG = SPHERE_NORMAL + 3, /* a unit vector across that, three */
    SPHERE_SIDES = SPHERE_ALONG + 3,  /* what the fluxes through the four sides give to the field, three each */
    SPHERE_OUTWARDS = SPHERE_SIDES + 12, /* and those through both spheres, three */
    SPHERE_SHARE = SPHERE_OUTWARDS + 3,  /* the vector area times this */
    SPHERE_PLANES
};
enum {
    SPHERE_COSINE, /* of the angle between a lower side and the middle of the panel */
    SPHERE_SINE,
    SPHERE_PLACE, /* one for each layer of ghost zones: where along the neighbour's edge a ghost zone lies, in cells */
    SPHERE_COLUMNS = SPHERE_PLACE + SPHERE_REACH
};

#endif
