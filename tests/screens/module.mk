# The screen tests: the UI with a fake job (fake_job.c takes the place of engine/job's job_run) in a pseudo terminal, read by libvterm.
# Of engine/job only the workspace is needed, so that a screen test waits for no emulator.
SCREENS_MODULES := tui progress report judge lab counters base
SCREENS_LIBS := $(foreach m,$(SCREENS_MODULES),$(call lib,$(m)))

$(BUILD)/tests/screens-ui: $(patsubst %,$(BUILD)/obj/%.o,tests/screens/main_screens tests/screens/fake_job engine/job/step/workspace) $(SCREENS_LIBS)
	@mkdir -p $(@D)
	$(call link,$(filter %.o,$^),$(SCREENS_LIBS),$(sort $(foreach m,$(SCREENS_MODULES),$(LIBS_$(m)))))
$(BUILD)/tests/check-screens: $(patsubst %,$(BUILD)/obj/tests/screens/%.o,check_screens check_sessions check_terminal check_looks check_config check_matrix check_random harness main_check) $(call lib,base)
	@mkdir -p $(@D)
	$(call link,$(filter %.o,$^),$(call lib,base),-lvterm -lcheck -lsubunit -lrt -lm -lutil)

# UPDATE=1 writes the golden screens anew; look at the diff before you commit it.
.PHONY: screens screens-programs keys-manual
screens-programs: $(BUILD)/tests/screens-ui $(BUILD)/tests/check-screens
screens: screens-programs
	@SCREENS_UI=$(BUILD)/tests/screens-ui UPDATE=$(UPDATE) tests/screens/run.sh $(BUILD)/tests/check-screens
keys-manual: $(BUILD)/tests/screens-ui
	$(BUILD)/tests/screens-ui --keys-manual > docs/keys.md

# Pictures of the real program for README.md: docs/screens/*.svg.
$(BUILD)/tests/picture: $(BUILD)/obj/tests/screens/main_picture.o $(SCREENS_LIBS)
	@mkdir -p $(@D)
	$(call link,$<,$(SCREENS_LIBS),-lvterm -lutil $(sort $(foreach m,$(SCREENS_MODULES),$(LIBS_$(m)))))
.PHONY: screenshots
screenshots: build $(BUILD)/tests/picture
	@BUILD=$(BUILD) tests/screens/pictures.sh
