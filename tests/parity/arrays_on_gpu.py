#!/usr/bin/env python3
"""Fields in the memory of a GPU as CuPy, PyTorch and Numba get them: `__cuda_array_interface__` and DLPack.

    TAUB_LIBRARY=build/libtaub.so PYTHONPATH=python python3 tests/parity/arrays_on_gpu.py

Reads what they describe through the CUDA driver, without any of those packages, and compares it with the copy that
`sim[...]` makes. Exit code 0 when all values are the same, else 1.
"""
import ctypes
import sys

import numpy
import taub

CASE = {"system": "srhd", "eos": {"kind": "conformal"},
        "mesh": {"cells": [24, 20, 6], "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0, "end": 0.1},
        "initial": {"kind": "ball", "radius": 0.5, "norm": 2, "inside": {"energy_density": 1},
                    "outside": {"energy_density": 0.1}}}


def read(interface):
    """The array that an interface describes, ghost zones left out, by copies of the driver."""
    driver, shape, strides = ctypes.CDLL("libcuda.so.1"), interface["shape"], interface["strides"]
    address, dtype = interface["data"][0], numpy.dtype(interface["typestr"])
    size = sum((n - 1) * step for n, step in zip(shape, strides)) + dtype.itemsize
    context, of_pointer = ctypes.c_void_p(), 1
    check = driver.cuPointerGetAttribute(ctypes.byref(context), of_pointer, ctypes.c_uint64(address))
    memory = ctypes.create_string_buffer(size)
    check = check or driver.cuCtxPushCurrent_v2(context)
    check = check or driver.cuMemcpyDtoH_v2(memory, ctypes.c_uint64(address), ctypes.c_size_t(size))
    driver.cuCtxPopCurrent_v2(ctypes.byref(context))
    if check:
        raise RuntimeError(f"the CUDA driver reports {check}")
    return numpy.ndarray(shape, dtype, memory, 0, strides).copy()


def main():
    wrong = 0
    for precision in ("double", "single"):
        sim = taub.Simulation(CASE, device={"kind": "cuda", "precision": precision})
        sim.advance(steps=3)
        for name in ("energy_density", "velocity"):
            array = sim.device_array(name)
            seen, placed = read(array.__cuda_array_interface__), array.__dlpack_device__()
            capsule = array.__dlpack__()
            same = numpy.array_equal(seen, sim[name]) and placed[0] == 2 and capsule is not None and seen.std() > 0
            wrong += not same
            print(f"{precision} {name}: {seen.shape}, strides {array.strides}, DLPack device {placed}, "
                  f"{'the values of the copy' if same else 'DIFFERENT'}")
            del capsule
        sim.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
