/* Setting the state and looking at it.
 *
 *   conserve  conserved from primitive state       fields: 0 conserved out, 1 primitive in
 *   recover   primitive from conserved state       fields: 0 primitive out, 1 conserved in
 *   derive    a quantity (option[0]) of each cell  fields: 0 its components out, 1 primitive in (load_primitive)
 *   invent    primitive state by the user's code   fields: 0 primitive out */
#ifndef TAUB_PASSES_STATE_H
#define TAUB_PASSES_STATE_H

/* Components of the quantities that users may ask for, at most. */
#ifndef SYSTEM_QUANTITY_COMPONENTS
#define SYSTEM_QUANTITY_COMPONENTS 3
#endif

INLINE void conserve_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long cs = io.shape.component_stride;
    real q[SYSTEM_PRIMITIVES], u[SYSTEM_COMPONENTS];
    load_values(io.f[1], cell_index(io.shape, SYSTEM_PRIMITIVES, b, k, j, i), cs, q);
    conserved_of_primitive(eos, q, u);
#if TAUB_MILNE
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] *= R(io.control->time);
#endif
    store_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, u);
}
TAUB_POINT_PASS(conserve)

INLINE void recover_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long cs = io.shape.component_stride;
    real q[SYSTEM_PRIMITIVES], u[SYSTEM_COMPONENTS];
    load_state(io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, u);
#if TAUB_MILNE
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] *= R(1.0 / io.control->time);
#endif
    recover_primitive(eos, u, u[0], u[4], q);
    store_values(io.f[0], cell_index(io.shape, SYSTEM_PRIMITIVES, b, k, j, i), cs, q);
}
TAUB_POINT_PASS(recover)

INLINE void derive_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long cs = io.shape.component_stride, at = cell_index(io.shape, VISIBLE_COMPONENTS, b, k, j, i);
    real q[SYSTEM_PRIMITIVES], out[SYSTEM_QUANTITY_COMPONENTS];
    load_primitive(io, eos, io.f[1], at, q);
    system_quantity(eos, q, io.range.option[0], out);
    UNROLL
    for (int a = 0; a < SYSTEM_QUANTITY_COMPONENTS; a++)
        io.f[0][at + a * cs] = out[a];
}
TAUB_POINT_PASS(derive)

#if TAUB_USER_INITIAL
INLINE void invent_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_PRIMITIVES, b, k, j, i);
    real x[3], q[SYSTEM_PRIMITIVES];
    UNROLL
    for (int c = 0; c < SYSTEM_PRIMITIVES; c++)
        q[c] = R(0.0);
    cell_center(io.shape, b, k, j, i, x);
    initial(x, R(io.control->time), q);
    store_values(io.f[0], at, io.shape.component_stride, q);
}
TAUB_POINT_PASS(invent)
#endif

#endif
