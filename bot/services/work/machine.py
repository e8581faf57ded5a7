"""What a machine may lack for a while, whatever is asked of it: descriptors, memory of the kernel's, threads, disk."""

import contextlib
import errno
from collections.abc import Iterator

from bot.errors import MachineFull

LACKS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.EAGAIN, errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def needed() -> Iterator[None]:
    """Let such a lack pass as `MachineFull`: it is no fault of the message that met it. Every other error as it is."""
    try:
        yield
    except OSError as error:
        if error.errno not in LACKS:
            raise
        raise MachineFull(f"this machine lacks what work needs: {errno.errorcode[error.errno]}") from error
