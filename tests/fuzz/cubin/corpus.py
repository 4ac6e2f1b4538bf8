#!/usr/bin/env python3
"""Makes the corpus of the fuzz target cubin: run it in any folder."""
import os
import struct

HERE = os.path.dirname(os.path.abspath(__file__))


def table(names):
    text, at = b"\0", {}
    for n in names:
        at[n] = len(text)
        text += n.encode() + b"\0"
    return text, at


def note(options, at=1):
    """The toolkit's note: where names and options begin in the text behind it."""
    text = b"\0" + options.encode() + b"\0"
    return struct.pack("<III", 12, 24 + len(text), 2000) + b"NVIDIA Corp\0" + struct.pack("<IIIIII", 2, 0, 0, 0, 0, at) + text


def cubin(kernels, link=2, options=None):
    """kernels: name -> (registers, stack, shared)."""
    symbols, at = table(kernels)
    rows = b"\0" * 24 + b"".join(struct.pack("<IBBHQQ", at[k], 0x12, 0x10, 0, 0, 0) for k in kernels)
    info = b""
    for i, (regs, stack, _) in enumerate(kernels.values()):
        for what, value in ((0x2F, regs), (0x11, stack), (0x12, stack)):
            info += struct.pack("<BBHII", 4, what, 8, i + 1, value)
    info += struct.pack("<BBH", 3, 0x19, 8)
    parts = [(".shstrtab", 3, b"", 0), (".strtab", 3, symbols, 0), (".symtab", 2, rows, link), (".nv.info", 0x70000000, info, 3)]
    if options is not None:
        parts.append((".note.nv.tkinfo", 7, options, 0))
    # Section 0 is empty, so the string table is section 2.
    shared = [(".nv.shared." + k, 8, v[2]) for k, v in kernels.items()]
    names, place = table([p[0] for p in parts] + [s[0] for s in shared])
    parts[0] = (".shstrtab", 3, names, 0)
    body, heads, offset = b"", struct.pack("<IIQQQQIIQQ", *[0] * 10), 64
    for name, kind, data, linked in parts:
        heads += struct.pack("<IIQQQQIIQQ", place[name], kind, 0, 0, offset + len(body), len(data), linked, 0, 1, 0)
        body += data
    for name, kind, size in shared:
        heads += struct.pack("<IIQQQQIIQQ", place[name], kind, 0, 0, offset + len(body), size, 0, 0, 1, 0)
    count = 1 + len(parts) + len(shared)
    head = struct.pack("<4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1, 0x41, 8, 2, 190, 1, 0, 0, 64 + len(body), 0, 64, 56, 0, 64, count, 1)
    return head + body + heads


def write(name, data):
    with open(os.path.join(HERE, "corpus", name), "wb") as f:
        f.write(data)


one = {"_Z1kPf": (18, 0, 1024)}
write("one", cubin(one))
write("three", cubin({"_Z1aPf": (8, 0, 2048), "_Z1bPf": (255, 4096, 0), "_Z1cPf": (40, 16, 49152)}))
write("linkless", cubin(one, link=99))
write("note", cubin(one, options=note("-Ofc max -arch sm_90")))
write("note_beyond", cubin(one, options=note("-arch sm_90", 1 << 31)))
write("cut", cubin(one)[:-70])
write("header", cubin(one)[:64])
