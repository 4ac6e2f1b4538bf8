#!/usr/bin/env python3
"""Makes the corpora of the fuzz targets fatbin and device_protocol: run it in the project's folder after a change of
engine/device/protocol.h (the operations' numbers and structures are read from that header's table)."""
import os
import re
import struct

HERE = os.path.dirname(os.path.abspath(__file__))
header = open(os.path.join(HERE, "../../../engine/device/protocol.h")).read()
OPS = {name: i for i, name in enumerate(re.findall(r"^\s*DP\((\w+), struct", header, re.M))}

PTX = """.version 9.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 counter;
.visible .entry k(.param .u64 p, .param .u32 n)
{
	.reg .pred %p<2>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<5>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	setp.ge.u32 %p1, %r2, %r1;
	@%p1 bra DONE;
	cvta.to.global.u64 %rd2, %rd1;
	mul.wide.u32 %rd3, %r2, 4;
	add.s64 %rd4, %rd2, %rd3;
	st.global.u32 [%rd4], %r2;
DONE:
	ret;
}
"""


def fatbin(entries):
    body = b""
    for kind, arch, text in entries:
        payload = text + b"\0" * (-len(text) % 8)
        header = struct.pack("<HHIQIIHHIII", kind, 0x101, 80, len(payload), 0, 0, 0, 9, arch, 0, 0)
        header += struct.pack("<QQQ", 0x11, 0, 0)
        body += header.ljust(80, b"\0") + payload
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def with_options(text, options):
    """One PTX entry that says how ptxas was called, as nvcc 13.0 writes it: place and length, then the text, behind the fixed header."""
    words = options.encode() + b"\0"
    tail = struct.pack("<II", 72, len(options)) + words + b"\0" * (-len(words) % 8)
    payload = text + b"\0" * (-len(text) % 8)
    header = struct.pack("<HHIQIIHHIII", 1, 0x101, 64 + len(tail), len(payload), 0, 64, 0, 9, 80, 0, 0) + struct.pack("<QQQ", 0x11, 0, 0)
    body = header + tail + payload
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def op(name, fields, payload=b"", flags=0):
    return struct.pack("<BBH", OPS[name], flags, len(payload)) + fields + payload


def write(target, name, data):
    with open(os.path.join(HERE, "..", target, "corpus", name), "wb") as f:
        f.write(data)


one = fatbin([(1, 80, PTX.encode() + b"\0")])
write("fatbin", "plain", one)
write("fatbin", "two", fatbin([(2, 90, b"\x7fELF" + b"\0" * 60), (1, 75, b".version 8.0\n\0"), (1, 90, b".version 9.0\n\0")]))
write("fatbin", "machine", fatbin([(2, 90, b"\x7fELF" + b"\0" * 60)]))
write("fatbin", "options", with_options(b".version 9.0\n\0", "-O0 -fmad=false --Ofast-compile max "))
write("fatbin", "empty", fatbin([]))
write("fatbin", "cut", one[:-40])
try:
    import subprocess
    for name, flag, pack in (("zstd", 0x8000, ["zstd", "-q", "-c"]),):
        packed = subprocess.run(pack, input=PTX.encode() + b"\0", capture_output=True, check=True).stdout
        z = bytearray(fatbin([(1, 80, packed)]))
        struct.pack_into("<I", z, 16 + 0x10, len(packed))
        struct.pack_into("<Q", z, 16 + 0x28, 0x11 | flag)
        struct.pack_into("<Q", z, 16 + 0x38, len(PTX) + 1)
        write("fatbin", name, bytes(z))
except (OSError, subprocess.CalledProcessError):
    print("no zstd program: that seed stays as it is")

BASE = 0x300000000100
module = op("MODULE_LOAD", struct.pack("<II", 1, 0), struct.pack("<Q", len(one)) + one)
malloc = op("MALLOC", struct.pack("<QII", 4096, 1, 0))
launch = op("LAUNCH", struct.pack("<II3I3IQII", 0, 0, 1, 1, 1, 32, 1, 1, 0, 0, 0), struct.pack("<QII", BASE + 512, 32, 0)[:12], 1)
sync = op("SYNC", struct.pack("<II", 0, 0))
write("device_protocol", "kernel", module + op("KERNEL", struct.pack("<II", 0, 0), b"k") + op("SYMBOL", struct.pack("<II", 0, 0), b"counter") +
      malloc + launch + sync + op("MODULE_UNLOAD", struct.pack("<II", 0, 0)) + launch)
# The reader checks a kernel's first launch while the worker, just woken by launches that are refused, unloads its module.
run = lambda kernel, stream: op("LAUNCH", struct.pack("<II3I3IQII", kernel, stream, 1, 1, 1, 32, 1, 1, 0, 0, 0), struct.pack("<QI", BASE, 32), 1)
write("device_protocol", "unload", malloc + b"".join(module + op("KERNEL", struct.pack("<II", i, 0), b"k") for i in range(10)) +
      b"".join(run(i, 63) * (1 + i % 3) + sync + op("MODULE_UNLOAD", struct.pack("<II", i, 0)) + run(i, 0) for i in range(10)))
copy = struct.pack("<QQQQQQII", BASE, 16, 16, 1, BASE, 16, 0, 1)
write("device_protocol", "copies", malloc + op("WRITE", copy, b"x" * 16, 1) + op("READ", copy) +
      op("COPY", struct.pack("<QQQQQQII", BASE, 16, BASE + 64, 16, 16, 1, 0, 0), flags=1) +
      op("MEMSET", struct.pack("<QQQQIIII", BASE, 64, 32, 2, 0xab, 4, 0, 0), flags=1) + op("FREE", struct.pack("<QII", BASE, 1, 0)) + op("READ", copy))
write("device_protocol", "streams", op("STREAM_CREATE", struct.pack("<Ii", 0, 0)) + op("EVENT_CREATE", struct.pack("<II", 0, 0)) * 2 +
      op("EVENT_RECORD", struct.pack("<II", 0, 1), flags=1) + op("STREAM_WAIT", struct.pack("<II", 0, 1)) +
      op("EVENT_RECORD", struct.pack("<II", 1, 0)) + op("EVENT_ELAPSED", struct.pack("<II", 0, 1)) + op("QUERY", struct.pack("<II", 2, 1)) +
      op("EVENT_DESTROY", struct.pack("<II", 0, 0)) + op("STREAM_DESTROY", struct.pack("<II", 1, 0)))
write("device_protocol", "graph", op("STREAM_CREATE", struct.pack("<Ii", 0, 0)) + op("GRAPH", struct.pack("<IIII", 1, 0, 4, 0)) +
      op("GRAPH", struct.pack("<IIII", 1, 1, 0, 0)) + op("EVENT_CREATE", struct.pack("<II", 0, 0)) + op("EVENT_RECORD", struct.pack("<II", 0, 1)) +
      op("GRAPH", struct.pack("<IIII", 1, 1, 1, 1), struct.pack("<I", 0)) + op("GRAPH", struct.pack("<IIII", 1, 1, 2, 1), struct.pack("<I", 0)) +
      op("GRAPH", struct.pack("<IIII", 1, 1, 3, 2), struct.pack("<II", 1, 2)) + op("EVENT_RECORD", struct.pack("<II", 0, 1)) +
      op("GRAPH", struct.pack("<IIII", 1, 2, 0, 0)) + op("GRAPH", struct.pack("<IIII", 0, 0, 1, 0)) + op("GRAPH", struct.pack("<IIII", 0, 1, 5, 0)))
write("device_protocol", "shared", op("MALLOC", struct.pack("<QII", 100, 2, 0)) + op("MALLOC", struct.pack("<QII", 100, 3, 0)) +
      op("POINTER", struct.pack("<Q", 0x300000001000)) + op("FREE", struct.pack("<QII", 0x300000001000, 2, 0)) + op("MEM_INFO", struct.pack("<II", 0, 0)))
write("device_protocol", "words", op("UNIMPLEMENTED", struct.pack("<II", 0, 0), b"cudaFoo") + op("COMPLAINT", struct.pack("<iI", 1, 0), b"\x1b[31mno") +
      op("PRINTF", struct.pack("<II", 0, 0)) + op("RESET", struct.pack("<II", 0, 0)) + op("ATTRIBUTE", struct.pack("<IIq", 0, 8, 4096)))
write("device_protocol", "raw", b"\xff\0\0\0GET / HTTP/1.1\r\n\r\n")
