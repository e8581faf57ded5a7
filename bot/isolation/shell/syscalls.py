"""Numbers of the system calls that a command in the sandbox must not make, for the two processors we run on."""

# name: (x86_64, aarch64); -1 where a processor has no such call.
NUMBERS: dict[str, tuple[int, int]] = {
    # mounts and roots
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "quotactl": (179, 60), "quotactl_fd": (443, 443),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "fanotify_init": (300, 262),
    # namespaces (clone has a rule of its own)
    "unshare": (272, 97), "setns": (308, 268),
    # other processes
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "userfaultfd": (323, 282),
    # which programs others begin, here and in other sandboxes: /usr is the same for all
    "inotify_add_watch": (254, 27),
    # a session of its own is a group of its own to the scheduler: thirty have thirty times the share of the worker
    "setsid": (112, 157),
    # keyrings, bpf, performance counters, io_uring
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "bpf": (321, 280),
    "perf_event_open": (298, 241), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "lookup_dcookie": (212, 18),
    # memory that no limit counts: without a mapping, or kept by the kernel
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "shmat": (30, 196),
    "shmctl": (31, 195), "shmdt": (67, 197), "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188),
    "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "mq_open": (240, 180), "vmsplice": (278, 75),
    # the machine itself
    "reboot": (169, 142), "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "swapon": (167, 224), "swapoff": (168, 225),
    "acct": (163, 89), "syslog": (103, 116), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "sethostname": (170, 161), "setdomainname": (171, 162),
    "vhangup": (153, 58), "personality": (135, 92), "iopl": (172, -1), "ioperm": (173, -1), "modify_ldt": (154, -1),
    "uselib": (134, -1), "nfsservctl": (180, 42),
}  # fmt: skip
# Calls of which only some arguments are refused.
CLONE, CLONE3 = (56, 220), (435, 435)
SOCKET, SOCKETPAIR, SETSOCKOPT = (41, 198), (53, 199), (54, 208)
IOCTL, FCNTL = (16, 29), (72, 25)
NEWEST = 462  # mseal; what a later kernel adds does not exist in here
