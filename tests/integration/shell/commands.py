"""Hostile commands and what becomes of each; `{…}` are things of the host that one goes for (see surroundings)."""

from dataclasses import dataclass

SECRET = "hunter2-of-the-worker"


@dataclass(frozen=True, slots=True)
class Hostile:
    """A command, and a pattern that what it says must match. Rows that only look or try share a sandbox; one with
    `ended` has its own, because it fills, kills or floods what others would stand on."""

    name: str
    command: str
    says: str
    ended: str = ""
    seconds: float = 15.0


def py(*lines: str) -> str:
    """A Python program as a command."""
    return "python3 - <<'PYTHON'\n" + "\n".join(lines) + "\nPYTHON"


def looks(name: str, command: str, says: str) -> Hostile:
    return Hostile(name, command, says)


LOOKING = (
    # --- secrets of the worker and of the machine
    looks("environment-of-init", "tr '\\0' '\\n' </proc/1/environ", r"\A(LD_PRELOAD=/proc/self/fd/16)?\s*\Z"),
    looks(
        "environment-of-all", "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -ci -e secret -e key -e token", r"\A0\Z"
    ),
    looks(
        "command-lines",
        "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c -e '[g]unicorn' -e 'jobs[.]worker' -e 'py[t]est'",
        r"\A0\Z",
    ),
    looks("shadow", "cat /etc/shadow", "No such file"),
    looks("home-of-root", "ls -A /root", "No such file"),
    looks("database-of-the-worker", "cat {database}", "No such file"),
    looks(
        "secret-file",
        "cat {secret_file}; cat /proc/1/root{secret_file}; cat /proc/1/cwd/../../..{secret_file}",
        "No such file",
    ),
    looks("project", "ls {project}", "No such file"),
    looks("memory-of-init", "dd if=/proc/1/mem bs=1 count=1", "Permission denied|Input/output error"),
    looks("root-of-init", "ls /proc/1/root/", "Permission denied|^bin$"),
    looks(
        "descriptors-left-open",
        "ls -l /proc/1/fd /proc/$$/fd | grep -v -e pipe: -e /dev/null -e eventfd -e total -e ' -> /proc/'"
        " | grep -c -e '->'",
        r"\A0\Z",
    ),
    looks("kernel-command-line", "cat /proc/cmdline", r"\A(cat: .*(denied|device).*)?\Z"),
    looks("kernel-keys", "cat /proc/keys /proc/key-users", "denied|No such"),
    looks("kernel-symbols", "head -c 100 /proc/kallsyms", "denied|No such"),
    looks("kernel-memory", "head -c 100 /proc/kcore", "denied|No such"),
    looks("kernel-log", "dmesg; head -c 10 /proc/kmsg", "denied|not permitted|not found"),
    looks("machine-disks", "cat /proc/partitions /proc/diskstats", "denied"),
    looks("other-peoples-processes", "ls /proc | grep -c '^[0-9]'", r"\A[1-9]\Z"),
    looks(
        "programs-that-others-begin",
        py(
            "import ctypes, fcntl, os",
            "l = ctypes.CDLL(None, use_errno=True)",
            "print(l.inotify_add_watch(l.inotify_init(), b'/usr/bin', 0x20), ctypes.get_errno(), flush=True)",
            "fcntl.fcntl(os.open('/usr/bin', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
        ),
        r"\A-1 1\n.*PermissionError",
    ),
    # --- ways out of the root
    looks("sys", "ls /sys", "No such file"),
    looks("cgroups", "ls /sys/fs/cgroup; echo $$ > /sys/fs/cgroup/cgroup.procs", "No such file"),
    looks("write-root", "touch /x /etc/x /home/x", "Read-only.*Read-only.*Read-only"),
    looks("write-usr", "touch /usr/x; cp /bin/true /usr/bin/python3", "Read-only.*Read-only"),
    looks("write-dev", "touch /dev/x; ln -s /etc/passwd /dev/y", "Read-only.*Read-only"),
    looks("change-a-device", "chmod 600 /dev/null; rm -f /dev/null", "not permitted.*(Read-only|busy|denied)"),
    looks("kernel-setting", "echo '|/tmp/x' > /proc/sys/kernel/core_pattern", "No such file|Read-only|denied"),
    looks("kernel-trigger", "echo c > /proc/sysrq-trigger", "denied|No such"),
    looks("mount", "mount -t tmpfs none /tmp; mount --bind / /tmp", "must be superuser|denied|not permitted"),
    looks("remount", "mount -o remount,rw /usr", "must be superuser|denied|not permitted"),
    looks("unmask", "umount /proc/sys /usr/src", "must be superuser|denied|not permitted"),
    looks("chroot", "chroot /tmp /bin/true", "not permitted|not found"),
    looks(
        "nested-namespace",
        "unshare -U true; unshare -r -n true; unshare -m true",
        "(not permitted|No space).*(not permitted|No space)",
    ),
    looks("namespace-of-init", "nsenter -t 1 -m -U true", "denied|not permitted|No such|failed"),
    looks("device-node", "mknod ~/disk b 254 0; mknod ~/mem c 1 1", "not permitted.*not permitted"),
    looks("dot-dot", "cd /; cd ../../..; ls -d /work /old_root /opt", "cannot access.*cannot access"),
    looks(
        "symlink-out",
        "ln -sf /proc/1/root/root ~/out; cat ~/out/.bashrc; ln -sf {secret_file} ~/s; cat ~/s; rm -f ~/out ~/s",
        "(denied|No such).*(denied|No such)",
    ),
    # --- privileges
    looks("setuid-programs", "su -c id; sudo id; mount 2>&1 | grep -c nosuid >/dev/null; id -u", r"65534\Z"),
    looks("setuid-of-its-own", "cp /bin/bash ~/b; chmod 6755 ~/b; ~/b -p -c 'id -u'; rm ~/b", r"\A65534\Z"),
    looks("become-root", py("import os", "os.setuid(0)"), "PermissionError|OSError"),
    looks("capabilities", "grep -h Cap /proc/self/status | sort -u | grep -vc 0000000000000000", r"\A0\Z"),
    looks(
        "priority",
        "nice -n -20 true; chrt -f 50 true; echo -1000 > /proc/self/oom_score_adj",
        "(denied|not permitted).*",
    ),
    looks(
        "share-of-the-processor",
        "cat /proc/self/autogroup; echo 0 > /proc/self/autogroup; cat /proc/self/autogroup",
        r"\A(/autogroup-\d+ nice 5\n.*Read-only file system\n/autogroup-\d+ nice 5|.*No such file.*)\Z",
    ),
    looks("a-share-of-its-own", "setsid true; setsid true", "not permitted.*not permitted"),
    looks(
        "limits-raised",
        "ulimit -u 1000; ulimit -n 5000; ulimit -f 999999999; ulimit -c 1",
        "(not permitted|cannot).*(cannot|not permitted)",
    ),
    looks("core-dump", "cd ~; bash -c 'kill -SEGV $$'; ls core* | wc -l", r"0\Z"),
    # --- other processes
    looks("signal-to-the-host", "kill -9 {host_pid}", "No such process"),
    looks("signal-to-init", "kill -9 1; kill -STOP 1; sleep 0.1; echo still here", "still here"),
    looks(
        "trace",
        'sleep 5 & python3 -c "import ctypes; l=ctypes.CDLL(None, use_errno=True); '
        'print(l.ptrace(16, $!, 0, 0), ctypes.get_errno())"; kill $!',
        "-1 1",
    ),
    looks(
        "typing-into-a-terminal",
        py("import fcntl, termios", "fcntl.ioctl(0, termios.TIOCSTI, b'x')"),
        "PermissionError",
    ),
    looks(
        "a-terminal-of-its-own",
        "ls /dev/tty /dev/ptmx /dev/console /dev/pts",
        "cannot access.*cannot access.*cannot access.*cannot access",
    ),
    # --- the network
    looks("internet", py("import socket", "socket.create_connection(('1.1.1.1', 53), 2)"), "unreachable|OSError"),
    looks("name", py("import socket", "socket.getaddrinfo('example.org', 80)"), "gaierror"),
    looks(
        "metadata-service",
        py("import urllib.request as u", "u.urlopen('http://169.254.169.254/', timeout=2)"),
        "unreachable|URLError",
    ),
    looks(
        "loopback-of-the-host",
        py("import socket", "socket.create_connection(('127.0.0.1', {port}), 2)"),
        "ConnectionRefused",
    ),
    looks(
        "loopback-6", py("import socket", "socket.create_connection(('::1', {port}), 2)"), "ConnectionRefused|OSError"
    ),
    looks(
        "abstract-socket",
        py("import socket", "socket.socket(socket.AF_UNIX).connect('\\0{abstract}')"),
        "ConnectionRefused",
    ),
    looks("socket-of-redis", py("import socket", "socket.socket(socket.AF_UNIX).connect('{socket}')"), "FileNotFound"),
    looks("raw-packets", py("import socket", "socket.socket(socket.AF_INET, socket.SOCK_RAW, 17)"), "PermissionError"),
    *(
        looks(
            f"protocol-{name}", py("import socket", f"socket.socket({family}, 1, {number})"), "Protocol not supported"
        )
        for name, family, number in (("mptcp", 2, 262), ("mptcp-6", 10, 262), ("sctp", 2, 132), ("icmp", 2, 1))
    ),
    looks("interfaces", "cut -d: -f1 /proc/net/dev | tail -n +3 | tr -d ' '", r"\Alo\Z"),
    *(
        looks(f"family-{name}", py("import socket", f"socket.socket({number}, 3)"), "Address family not supported")
        for name, number in {"netlink": 16, "packet": 17, "alg": 38, "vsock": 40, "xdp": 44, "bluetooth": 31}.items()
    ),
    # --- memory that no limit would count
    looks("memory-without-a-file", py("import os", "os.memfd_create('x')"), "PermissionError"),
    looks(
        "system-v",
        py(
            "import ctypes",
            "l = ctypes.CDLL(None, use_errno=True)",
            "print(l.shmget(0, 1 << 30, 0o1600), ctypes.get_errno())",
        ),
        "-1 1",
    ),
    looks(
        "socket-buffers",
        py("import socket", "a, b = socket.socketpair()", "a.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)"),
        "PermissionError",
    ),
    looks("pipe-buffers", py("import fcntl, os", "fcntl.fcntl(os.pipe()[0], 1031, 1 << 20)"), "PermissionError"),
    looks("message-queue", "ls /dev/mqueue; ipcmk -Q", "cannot access.*(failed|not permitted|not found)"),
    looks("huge-mapping", py("x = bytearray(900 * 2**20)"), "MemoryError"),
    looks("huge-file", "truncate -s 1T ~/big; rm -f ~/big", "File too large|size limit|File size"),
    looks("huge-argument", "/bin/echo \"$(head -c 3000000 /dev/zero | tr '\\0' a)\"", "too long"),
    looks("many-descriptors", py("x = [open('/dev/null') for _ in range(100)]"), "Too many open files"),
    looks(
        "many-threads",
        py(
            "import threading as t, time",
            "try:",
            "  for _ in range(200): t.Thread(target=time.sleep, args=(1,), daemon=True).start()",
            "except RuntimeError as e: print(e)",
        ),
        "can't start new thread",
    ),
    looks(
        "streams-by-name",
        "echo out > /dev/stdout; echo err > /dev/stderr; echo in | cat /dev/stdin",
        r"\Aout\nerr\nin\Z",
    ),
    looks("input", "cat; read x; echo $?", r"\A1\Z"),
)

ALONE = (
    Hostile("fork-bomb", "b() { b | b & }; b; sleep 1.5", "", "exit|timeout", 4),
    Hostile(
        "fork-bomb-in-python",
        py("import os", "while True:", "  try: os.fork()", "  except OSError: pass"),
        "",
        "timeout",
        2,
    ),
    Hostile("memory-of-one", py("x = []", "while True: x.append(bytearray(b'x') * 20_000_000)"), "", "memory"),
    Hostile(
        "memory-of-many",
        py("import os, time", "for _ in range(3): os.fork()", "x = b'x' * 150_000_000", "time.sleep(20)"),
        "",
        "memory",
    ),
    Hostile(
        "memory-let-go-of-and-kept",
        py(
            "import mmap, time",
            "m = mmap.mmap(-1, 600 * 2**20)",
            "for i in range(0, len(m), 4096): m[i] = 1",
            "m.madvise(mmap.MADV_DONTNEED)",
            "time.sleep(20)",
        ),
        "",
        "memory",
    ),
    Hostile(
        "memory-of-dev-zero",
        py(
            "import mmap, time",
            "z = open('/dev/zero', 'r+b', 0)",
            "m = mmap.mmap(z.fileno(), 600 * 2**20)",
            "for i in range(0, len(m), 4096): m[i] = 1",
            "time.sleep(20)",
        ),
        "",
        "memory",
    ),
    Hostile(
        "mappings-that-are-no-memory",
        py(
            "import ctypes, os, time",
            "l = ctypes.CDLL(None)",
            "l.mmap.restype = ctypes.c_void_p",
            "l.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]",
            "l.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]",
            "for _ in range(4): os.fork()",
            "m = l.mmap(None, 30_000 * 8192, 0, 0x22, -1, 0)",
            "for i in range(30_000): l.mprotect(m + i * 8192, 4096, 1)",
            "time.sleep(20)",
        ),
        "",
        "memory",
    ),
    Hostile(
        "home-full",
        "for i in 1 2 3 4; do head -c 30M /dev/zero > ~/f$i; done; df -k --output=used ~ | tail -1",
        "No space left",
        "exit",
    ),
    Hostile(
        "tmp-full",
        "head -c 30M /dev/zero > /tmp/f; head -c 30M /dev/zero > /dev/shm/f; du -sm /tmp /dev/shm",
        "No space.*No space",
        "exit",
    ),
    Hostile("file-too-large", "head -c 40M /dev/zero > ~/f; ls -l ~/f", "33554432|File size limit", "exit"),
    Hostile("a-million-files", py("for i in range(1_000_000): open(f'/tmp/{i}', 'w').close()"), "", "files"),
    Hostile(
        "a-million-links",
        py(
            "import os",
            "open('/tmp/a', 'w').close()",
            "for i in range(1_000_000): os.symlink('x' * 2000, f'/dev/shm/{i}')",
        ),
        "",
        "files|exit",
    ),
    Hostile("deep-folders", py("import os", "for _ in range(3000): os.mkdir('d'); os.chdir('d')"), "", "exit"),
    Hostile(
        "hard-links",
        "head -c 20M /dev/zero > ~/a; for i in $(seq 500); do ln ~/a ~/b$i; done; echo made",
        "made",
        "exit",
    ),
    Hostile("endless-output", "yes", "y", "output"),
    Hostile("endless-complaints", "yes >&2", "y", "output"),
    Hostile("endless-line", "cat /dev/zero", "", "output"),
    Hostile("binary-output", "head -c 3000 /dev/urandom", "", "exit"),
    Hostile(
        "many-sockets",
        py(
            "import os, socket, time",
            "os.fork(); os.fork()",
            "a = [socket.socketpair() for _ in range(28)]",
            "time.sleep(20)",
        ),
        "",
        "sockets",
    ),
    *(
        Hostile(
            f"memory-in-streams{name}",
            py(
                "import socket, time",
                "x = b'x' * 330_000_000",
                f"try: door = socket.create_server(('{host}', 0), family={family})",
                "except OSError: door = socket.create_server(('127.0.0.1', 0))  # a machine without IPv6",
                "part, held = bytes(2**18), []",
                "def send(a):",
                "  try: return a.send(part)",
                "  except BlockingIOError: return 0",
                "for _ in range(28):",
                "  a, b = socket.create_connection(door.getsockname()[:2]), door.accept()[0]",
                "  a.setblocking(False)",
                "  until = time.monotonic() + 0.3  # what is read makes the kernel allow more",
                "  while time.monotonic() < until: send(a) and b.recv(2**20)",
                "  while send(a) or (time.sleep(0.02) or send(a)): pass",
                "  held.append((a, b))",
                "time.sleep(20)",
            ),
            "",
            "memory",
            25,
        )
        for name, family, host in (("", 2, "127.0.0.1"), ("-6", 10, "::1"))
    ),
    Hostile("deaf-to-signals", "trap '' TERM INT HUP QUIT; while :; do :; done", "", "timeout", 1),
    Hostile("asleep", "sleep 1000", "", "timeout", 0.5),
    Hostile("stopped", "kill -STOP $$", "", "timeout", 0.5),
    Hostile("daemon", "({marker} 600 >/dev/null 2>&1 </dev/null &); echo left", "left", "exit"),
    Hostile("daemon-with-our-output", "{marker} 600 & disown; echo left", "left", "exit"),
    Hostile(
        "double-fork",
        py(
            "import os",
            "if os.fork() == 0:",
            "  os.setpgid(0, 0)",
            "  if os.fork() == 0:",
            "    os.execv('{marker}', ['{marker}', '600'])",
            "  os._exit(0)",
        ),
        "",
        "exit",
    ),
    Hostile("kills-everybody", "kill -9 -1", "", "exit"),
    Hostile("kills-its-parent", "kill -9 $PPID; sleep 0.2; echo here", "here", "exit"),
    Hostile("pipe-as-attachment", "mkfifo ~/report.csv; ln -s /etc/passwd ~/notes.txt; ln -s / ~/all", "", "exit"),
    Hostile(
        "odd-names", "touch ~/$'a\\nb' ~/$'\\xff\\xfe' ~/$'\\e]0;x\\a' ~/-rf ~/'..'x; ls -A ~ | wc -l", "[5-9]", "exit"
    ),
)
