#!/usr/bin/env bash
# Runs one unit test program: tests/unit/program.sh PROGRAM. Under sanitizers (SANITIZE is set) each test that is a process of its own looks for
# leaks at its end, and all pages are copied for it: a fifth of the time. So a program's tests are one process there, but for those that end
# processes, start programs or change what the next test finds.
forks=' base_proc host job_scratch ptx_text toolchain toolchain_cache toolchain_headers '
case "${SANITIZE:+$forks}" in '' | *" ${1##*/check_} "*) exec "$1" ;; esac
CK_FORK=no exec timeout 900 "$1"
