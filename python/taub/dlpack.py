"""DLPack capsules (dlpack.h of version 0.8: DLManagedTensor) around memory of another owner."""
import ctypes

NAME = b"dltensor"  # the consumer of the tensor renames the capsule and calls the deleter itself
CPU, CUDA = 1, 2  # DLDeviceType
FLOAT = 2  # DLDataTypeCode


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_kind", ctypes.c_int32), ("device_index", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]

_alive = {}  # address of a tensor: the objects to keep until its deleter is called


@_Deleter
def _delete(managed):
    _alive.pop(ctypes.addressof(managed.contents), None)


# The capsule is being destroyed, so it is passed as an address: a reference would keep it alive.
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _Destructor)(
    ("PyCapsule_New", ctypes.pythonapi))


@_Destructor
def _destroy(capsule):
    if _is_valid(capsule, NAME):  # it has no consumer
        _alive.pop(_pointer(capsule, NAME), None)


def capsule(data, shape, strides, value_bytes, device, owner):
    """data: address of the first value; strides: in bytes; device: (kind, number); owner: kept until the deleter is called."""
    count = len(shape)
    extents = (ctypes.c_int64 * count)(*shape)
    steps = (ctypes.c_int64 * count)(*(stride // value_bytes for stride in strides))
    managed = _Managed(_Tensor(data, *device, count, FLOAT, 8 * value_bytes, 1, extents, steps, 0), None, _delete)
    address = ctypes.addressof(managed)
    _alive[address] = (managed, extents, steps, owner)
    return _new(address, NAME, _destroy)
