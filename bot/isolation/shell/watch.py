"""Looks at a running sandbox from outside and says which bound it has passed. The kernel keeps the other bounds."""

import os

MEMORY_BYTES = 384 * 1024 * 1024  # of all processes together
INODES = 20_000  # an empty file costs a kilobyte that no size counts
SOCKETS = 64  # each may hold megabytes in the kernel
MAPPINGS = 64 * 1024  # of all processes: each costs the kernel 200 bytes that nothing counts, and us time
SHARED = b"/dev/zero (deleted)"  # how shared memory without a file is named; it may be held and yet not resident
FOLDERS = ("home/user", "tmp", "dev/shm")


class Watch:
    """Descriptors of the sandbox's own /proc and of its writable folders, opened before its command exists: what the
    command does to itself later changes nothing about what is seen."""

    def __init__(self, init: int) -> None:
        """`init`: the pid, here, of the first process in there. Raises OSError when it has gone."""
        root = f"/proc/{init}/root"
        self._proc = os.open(f"{root}/proc", os.O_RDONLY | os.O_DIRECTORY)
        self._folders = [os.open(f"{root}/{name}", os.O_RDONLY | os.O_DIRECTORY) for name in FOLDERS]
        self.home = self._folders[0]
        if not self._status("1").get(b"VmSize") or not os.statvfs(self.home).f_files or self._sockets()[0] < 0:
            raise OSError("this kernel does not tell what a sandbox uses")

    def passed(self) -> str:
        """The bound that is passed now: memory, files or sockets; empty when none is."""
        sockets, streams = self._sockets()
        if self._memory(self._in_streams() if streams else 0) > MEMORY_BYTES:
            return "memory"
        used = 0
        for folder in self._folders:
            inodes = os.statvfs(folder)
            used += inodes.f_files - inodes.f_ffree
        if used > INODES:
            return "files"
        return "sockets" if sockets > SOCKETS else ""

    def _memory(self, in_streams: int) -> int:
        """Bytes that are held. What the processes may reach is summed first: it is cheap, and mostly small."""
        statuses = {pid: self._status(pid) for pid in os.listdir(self._proc) if pid.isdigit()}
        if in_streams + sum(status.get(b"VmSize", 0) for status in statuses.values()) <= MEMORY_BYTES:
            return 0
        counted = (b"RssAnon", b"VmPTE", b"VmSwap")
        held = in_streams + sum(status.get(name, 0) for status in statuses.values() for name in counted)
        mappings = 0
        for pid in statuses:
            shared, lines = self._mapped(pid)
            held, mappings = held + shared, mappings + lines
            if mappings > MAPPINGS:
                return MEMORY_BYTES + 1
        return held

    def _status(self, pid: str) -> dict[bytes, int]:
        sizes = {}
        for line in self._read(f"{pid}/status").splitlines():
            name, _, value = line.partition(b":")
            if value.endswith(b" kB"):
                sizes[name] = int(value[:-3]) * 1024
        return sizes

    def _mapped(self, pid: str) -> tuple[int, int]:
        """Bytes of shared memory without a file, and how many mappings of all kinds."""
        total, lines = 0, self._read(f"{pid}/maps").splitlines()
        for line in lines:
            if line.endswith(SHARED):
                start, _, end = line.partition(b" ")[0].partition(b"-")
                total += int(end, 16) - int(start, 16)
        return total, len(lines)

    def _sockets(self) -> tuple[int, bool]:
        """How many sockets there are, and whether one of them is a stream over the loopback."""
        both = self._read("1/net/sockstat") + self._read("1/net/sockstat6")
        lines = [line.split() for line in both.splitlines()]
        used = int(lines[0][2]) if lines and lines[0][:2] == [b"sockets:", b"used"] else -1
        return used, any(line[0] in (b"TCP:", b"TCP6:") and line[2] != b"0" for line in lines if line)

    def _in_streams(self) -> int:
        """Bytes that were sent over the loopback and not read: the kernel keeps up to ten megabytes for each stream,
        and what each side may keep grows by itself."""
        rows = [row.split() for name in ("tcp", "tcp6") for row in self._read(f"1/net/{name}").splitlines()[1:]]
        return sum(int(side, 16) for row in rows for side in row[4].split(b":"))

    def _read(self, path: str) -> bytes:
        """A file of the sandbox's /proc; empty when its process has gone."""
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._proc)
        except OSError:
            return b""
        try:
            parts = []
            while part := os.read(file, 65_536):
                parts.append(part)
            return b"".join(parts)
        except OSError:
            return b""
        finally:
            os.close(file)
