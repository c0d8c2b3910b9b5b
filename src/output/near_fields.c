/* near_fields.h5: a group for each box of output.fluxes, in it one for each side, with the transforms of the fields on
 * its faces, from which radiated fields follow (python/taub/near_fields.py). */

#include "output/hdf5_file.h"
#include "output/internal.h"
#include "taub/taub.h"

enum { METADATA = 1 << 16 };

/* [frequency][re, im][E_p, E_q, H_p, H_q][q][p] */
static bool put_transforms(hid_t group, const struct taub_near_fields *near, const struct taub_near_side *side)
{
    const hsize_t parts = 2 * (hsize_t)near->frequency_count,
                  faces = (hsize_t)side->extent[0] * (hsize_t)side->extent[1];
    const hsize_t shape[5] = {(hsize_t)near->frequency_count, 2, 4, (hsize_t)side->extent[1], (hsize_t)side->extent[0]};
    const hsize_t all[2] = {parts, near->samples}, start[2] = {0, side->first}, count[2] = {parts, 4 * faces};
    hid_t space = H5Screate_simple(5, shape, NULL), memory = H5Screate_simple(2, all, NULL);
    hid_t dataset = H5Dcreate2(group, "fields", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = dataset >= 0 && H5Sselect_hyperslab(memory, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, near->transforms) >= 0;
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    H5Sclose(memory);
    H5Sclose(space);
    return good;
}

static bool put_side(hid_t box, int number, const struct taub_near_fields *near, const struct taub_near_side *side)
{
    const char name[2] = {(char)('0' + number), '\0'};
    hid_t group = H5Gcreate2(box, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0)
        return false;
    const int64_t axis = side->axis;
    const bool good = taub_h5_put_integers(group, "axis", &axis, 0) && taub_h5_put_double(group, "sign", side->sign) &&
                      taub_h5_put_double(group, "position", side->position) &&
                      taub_h5_put_doubles(group, "lower", side->lower, 2) &&
                      taub_h5_put_doubles(group, "spacing", side->spacing, 2) && put_transforms(group, near, side);
    return H5Gclose(group) >= 0 && good;
}

static bool put_box(const struct taub_output *self, hid_t file, const struct taub_near_fields *near,
                    const struct taub_near_box *box)
{
    int64_t single[3];
    for (int a = 0; a < 3; a++)
        single[a] = self->cells[a] == 1;
    hid_t group = H5Gcreate2(file, box->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0)
        return false;
    bool good = taub_h5_put_double(group, "permittivity", box->permittivity) &&
                taub_h5_put_double(group, "permeability", box->permeability) &&
                taub_h5_put_integers(group, "perUnitLength", single, 3);
    for (int s = 0; s < box->sides && good; s++)
        good = put_side(group, s, near, &box->side[s]);
    return H5Gclose(group) >= 0 && good;
}

static bool put_all(const struct taub_output *self, hid_t file, const void *content)
{
    const struct taub_near_fields *near = content;
    const hsize_t frequencies = (hsize_t)near->frequency_count;
    hid_t boxes = H5Gcreate2(file, "boxes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good =
        boxes >= 0 && taub_h5_put_text(file, "software", "Taub") &&
        taub_h5_put_text(file, "softwareVersion", TAUB_VERSION) &&
        taub_h5_put_text(file, "transform", "integral of F(t) exp(2 pi i f t) dt") &&
        taub_h5_put_dataset(file, "frequency", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &frequencies, near->frequencies);
    for (int b = 0; b < near->box_count && good; b++)
        good = put_box(self, boxes, near, &near->boxes[b]);
    if (boxes >= 0)
        good = H5Gclose(boxes) >= 0 && good;
    return good;
}

enum taub_status taub_output_near_fields(struct taub_output *self, const struct taub_near_fields *near,
                                         struct taub_error *error)
{
    const size_t bytes = 2 * (size_t)near->frequency_count * near->samples * sizeof(double) + METADATA;
    return taub_part_hdf5(self, TAUB_NEAR_FIELDS, bytes, put_all, near, error);
}
