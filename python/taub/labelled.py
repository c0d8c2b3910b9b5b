"""A small labelled array, for machines without xarray. Its methods behave like those of xarray.DataArray."""
import numpy

try:
    import xarray
except ImportError:
    xarray = None


class LabelledArray:
    """Values with named dimensions; coords has an array for each dimension, and scalars for selected positions."""

    def __init__(self, values, dims, coords, attrs=None, name=None):
        self.values = numpy.asarray(values)
        self.dims = tuple(dims)
        self.coords = dict(coords)
        self.attrs = dict(attrs or {})
        self.name = name
        if self.values.ndim != len(self.dims):
            raise ValueError(f"{self.values.ndim} axes but {len(self.dims)} names of dimensions")

    shape = property(lambda self: self.values.shape)
    ndim = property(lambda self: self.values.ndim)
    size = property(lambda self: self.values.size)
    dtype = property(lambda self: self.values.dtype)

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self.values, dtype=dtype) if copy else numpy.asarray(self.values, dtype=dtype)

    def __len__(self):
        return len(self.values)

    def __float__(self):
        return float(self.values)

    def __getitem__(self, key):
        return self.coords[key] if isinstance(key, str) else self.values[key]

    def item(self):
        return self.values.item()

    def max(self):
        return self.values.max()

    def min(self):
        return self.values.min()

    def mean(self):
        return self.values.mean()

    def isel(self, **indices):
        """By index: isel(z=0) drops the dimension, isel(x=slice(2, 5)) keeps it."""
        key = [slice(None)] * self.ndim
        dims, coords = list(self.dims), dict(self.coords)
        for name, index in indices.items():
            if name not in self.dims:
                raise KeyError(f"no dimension '{name}'; there are {', '.join(self.dims)}")
            key[self.dims.index(name)] = index
            coords[name] = numpy.asarray(self.coords[name])[index]
            if numpy.ndim(coords[name]) == 0:
                dims.remove(name)
        return LabelledArray(self.values[tuple(key)], dims, coords, self.attrs, self.name)

    def sel(self, method="nearest", **positions):
        """By position, the nearest there is: sel(eta=0); a dimension of words needs the word: sel(component="x")."""
        indices = {}
        for name, position in positions.items():
            if name not in self.dims:
                raise KeyError(f"no dimension '{name}'; there are {', '.join(self.dims)}")
            along = numpy.asarray(self.coords[name])
            if along.dtype.kind in "US":
                found = numpy.flatnonzero(along == position)
                if not len(found):
                    raise KeyError(f"no {name} '{position}'; there are {', '.join(along)}")
                indices[name] = int(found[0])
            elif isinstance(position, slice):
                low = -numpy.inf if position.start is None else position.start
                high = numpy.inf if position.stop is None else position.stop
                indices[name] = numpy.flatnonzero((along >= low) & (along <= high))
            else:
                indices[name] = int(numpy.abs(along - position).argmin())
        result = self
        for name, index in indices.items():
            result = result.isel(**{name: index})
        return result

    def squeeze(self):
        """Without the dimensions of length 1."""
        return self.isel(**{name: 0 for name, size in zip(self.dims, self.shape) if size == 1})

    def plot(self, ax=None, **options):
        """A line or a map, after dropping dimensions of length 1."""
        from . import plot
        return plot.plot_array(self, ax=ax, **options)

    def __repr__(self):
        sizes = ", ".join(f"{name}: {size}" for name, size in zip(self.dims, self.shape))
        lines = [f"<taub.LabelledArray {self.name or ''} ({sizes}) {self.dtype}>"]
        for name, along in self.coords.items():
            along = numpy.asarray(along)
            words = f"{along}" if along.ndim == 0 or along.size < 4 else f"{along[0]} ... {along[-1]}"
            lines.append(f"    {name:10} {words}")
        lines += [f"    {key}: {value}" for key, value in self.attrs.items()]
        return "\n".join(lines)


def labelled(values, dims, coords, attrs, name):
    """An xarray.DataArray if xarray is installed, otherwise a LabelledArray."""
    if xarray is not None:
        return xarray.DataArray(values, dims=dims, coords=coords, attrs=attrs, name=name)
    return LabelledArray(values, dims, coords, attrs, name)
