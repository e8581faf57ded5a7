"""malloc's heaps. glibc gives threads up to eight a core, and each keeps what was freed in it: after 3,000 turns 27 MiB
of a worker, and 6 where its threads share two."""

import ctypes

ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
HEAPS = 2  # the main thread's, and one for all others


def share_heaps() -> bool:
    """Have the threads of this process share two heaps; said before there are any. False where malloc has none to
    share: then all stays as it is."""
    limit = getattr(ctypes.CDLL(None), "mallopt", None)
    return limit is not None and bool(limit(ARENA_MAX, HEAPS))
