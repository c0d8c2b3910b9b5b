"""Meshes with blocks of several levels (mesh.refine): where blocks are, and what they have as values of an even mesh."""
import numpy


class Tree:
    """The blocks of one output, or of a simulation as it is now.

    level [block]      cells are 2^level times finer than those of level 0
    place [block][3]   of the first cell, x, y, z, in cells of the block's level
    cells, lower, spacing   cells of a block, lower corner of the mesh, widths of cells of level 0: x, y, z
    """

    def __init__(self, level, place, cells, lower, spacing):
        self.level, self.place = numpy.asarray(level), numpy.asarray(place)
        self.cells, self.lower, self.spacing = numpy.asarray(cells), numpy.asarray(lower), numpy.asarray(spacing)
        self._active = self.cells > 1

    @classmethod
    def read(cls, group):
        return cls(group["level"][()], group["place"][()], *(group.attrs[key] for key in ("cells", "lower", "spacing")))

    def __len__(self):
        return len(self.level)

    def _steps(self, levels):
        """Cells of a number of levels higher in one, along x, y, z: 1 along axes with one cell."""
        return numpy.where(self._active, 2 ** levels, 1)

    def widths(self, level):
        return self.spacing / self._steps(level)

    def shape(self, level):
        """Cells of the whole mesh at a level, x, y, z."""
        ends = [(place + self.cells) / self._steps(own) for place, own in zip(self.place, self.level)]
        return numpy.rint(numpy.max(ends, axis=0)).astype(int) * self._steps(level)

    def boxes(self):
        """Lower and upper corners of the blocks, [block][x, y, z]."""
        widths = numpy.array([self.widths(level) for level in self.level])
        return self.lower + self.place * widths, self.lower + (self.place + self.cells) * widths

    def even(self, values, level):
        """The values of a field, (blocks z, y, x), on all cells of a level, (z, y, x): coarser cells repeated, means of finer."""
        out = numpy.zeros(self.shape(level)[::-1], dtype=values.dtype)
        blocks = values.reshape(len(self), *self.cells[::-1])
        for block, own, place in zip(blocks, self.level, self.place):
            steps = self._steps(abs(level - own))
            if own <= level:
                for axis in range(3):
                    block = numpy.repeat(block, steps[2 - axis], axis=axis)
                first = place * steps
                out[tuple(slice(first[a], first[a] + block.shape[2 - a]) for a in (2, 1, 0))] = block
            else:  # a cell of the level may have cells of several blocks
                cells = [(place[a] + numpy.arange(self.cells[a])) // steps[a] for a in (2, 1, 0)]
                numpy.add.at(out, numpy.ix_(*cells), block / numpy.prod(steps))
        return out
