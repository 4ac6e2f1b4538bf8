# The modules in their order, what each may include (DEPS_: all of it, not only the direct ones) and the libraries that
# it links (LIBS_). tests/lint reads this table too: an #include that it does not allow fails the tests.
MODULES := base sandbox counters ptx emulator device cudart host lab toolchain gpu judge report progress job grade cli tui

DEPS_base :=
DEPS_sandbox := base
DEPS_counters := base
DEPS_ptx := base
DEPS_emulator := ptx counters base
DEPS_device := emulator ptx counters sandbox base
DEPS_cudart := base
DEPS_host := sandbox base
DEPS_lab := counters base
DEPS_toolchain := lab counters sandbox base
DEPS_gpu := base
DEPS_judge := lab counters base
DEPS_report := judge lab counters base
DEPS_progress := judge lab counters base
DEPS_job := progress report judge gpu toolchain lab host device emulator ptx counters sandbox base
DEPS_grade := job $(DEPS_job)
DEPS_tui := job progress report judge gpu toolchain lab host device emulator ptx counters sandbox base
DEPS_cli := grade tui $(DEPS_tui)

LIBS_emulator := -lm
LIBS_ptx := -lm
LIBS_sandbox := -lseccomp
# Of libstdc++ only the demangler is wanted; from the archive it needs no newer glibc than the rest (scripts/bundle.sh).
LIBS_device := -lzstd -llz4 -ljansson $(if $(filter /%,$(shell $(CC) -print-file-name=libstdc++.a)),-l:libstdc++.a,-lstdc++) -lm
LIBS_host := -lffi -ldl
LIBS_lab := -lyaml -lm
LIBS_toolchain := -lm
LIBS_gpu := -ldl
LIBS_judge := -lm
LIBS_report := -ljansson -lm
LIBS_progress := -lsqlite3
LIBS_job := -ljansson -lm
LIBS_grade := -larchive -lsqlite3 -ljansson
LIBS_tui := -lncursesw -ltinfo -lmd4c -lm

# The rooms of a module: its sub-folders, in their order. A file includes headers of its own room and of rooms before it,
# never of one after it; headers in the module's own folder are for all. tests/lint holds these doors, too.
ROOMS_cudart := wire handles memory registry work graph api
ROOMS_device := wire time code report ops judge
ROOMS_emulator := core flow cost cache check lanes exec code run
ROOMS_job := parts evidence run step program audit measure
