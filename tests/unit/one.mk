# Under sanitizers one program has all suites, and each test program is a name of it: to link every one of them took longer
# than to run most. Not those of the runtime library, which is linked with nothing else.
UNIT_ONE := $(if $(SANITIZE),$(filter-out cudart cudart_%,$(UNIT)))
UNIT_ONE_OBJS := $(foreach u,$(UNIT_ONE),$(BUILD)/obj/tests/unit/$(call unit_module,$(u))/check_$(u).o) \
	$(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(foreach u,$(UNIT_ONE),$(UNIT_SRCS_$(u)))))
$(foreach u,$(UNIT_ONE),$(eval $(BUILD)/obj/tests/unit/$(call unit_module,$(u))/check_$(u).o: CFLAGS_unit = $(CFLAGS_$(call unit_module,$(u)))))
UNIT_ONE_MODULES := $(filter-out cudart,$(MODULES))
$(BUILD)/gen/suites.c: Makefile $(foreach u,$(UNIT_ONE),tests/unit/$(call unit_module,$(u))/check_$(u).c)
	@mkdir -p $(@D)
	@{ printf '#include <check.h>\n#include <errno.h>\n#include <string.h>\n'; \
		printf 'Suite *%s_suite(void);\n' $(UNIT_ONE); printf 'Suite *unit_suite(void);\nSuite *unit_suite(void)\n{\n'; \
		for u in $(UNIT_ONE); do \
			printf '\tif (!strcmp(program_invocation_short_name, "check_%s"))\n\t\treturn %s_suite();\n' $$u $$u; \
		done; printf '\treturn NULL;\n}\n'; } >$@
$(BUILD)/tests/suites: $(BUILD)/gen/suites.c $(UNIT_OBJS) $(UNIT_ONE_OBJS) $(foreach m,$(UNIT_ONE_MODULES),$(call lib,$(m)))
	@mkdir -p $(@D)
	$(call say,CHECK,$@)$(CC) $(CFLAGS_ALL) -Wl,--wrap=_mark_point -o $@ $(filter %.c %.o,$^) \
		-Wl,--start-group $(foreach m,$(UNIT_ONE_MODULES),$(call lib,$(m))) -Wl,--end-group $(LDFLAGS_ALL) \
		$(sort $(foreach m,$(UNIT_ONE_MODULES),$(LIBS_$(m)))) $(sort $(foreach u,$(UNIT_ONE),$(UNIT_LIBS_$(u)))) \
		-lcheck -lsubunit -lrt -lm
$(foreach u,$(UNIT_ONE),$(BUILD)/tests/check_$(u)): $(BUILD)/tests/suites
	@ln -f $< $@
