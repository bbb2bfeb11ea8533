# librailhead: what other programs may link.  The Makefile includes this.
#
#   make library         build/lib: librailhead.so, librailhead.a and railhead.pc
#   make install-library both, the headers and railhead.pc; make install does it too
#   make python          build/python: the Python package, to be found by PYTHONPATH=build/python
#   make abi             a new tests/library/librailhead.abi, after a change that is meant
#
# The same objects make the program and the library.  Their names are hidden but for those of
# include/railhead/, which the headers mark.

LIBRARY_SONAME  = librailhead.so.0
LIBRARY_DIR     = $(BUILD)/lib
LIBRARY_FLAGS   = -fPIC -fvisibility=hidden
LIBRARY_PARTS   = base text json board score rules board_file bots game files engine analysis library
LIBRARY_HEADERS = $(wildcard include/railhead/*.h)
LIBRARY_API_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/library/*.c))
LIBRARY_SHARED  = $(LIBRARY_DIR)/$(LIBRARY_SONAME).$(VERSION)

# After the flags of whoever builds: an object for a program alone would not do.  Private, since what an
# object needs first, such as the program that writes the boards, would have them too.
$(LIBRARY_PARTS:%=$(BUILD)/src/%/%.o) $(BUILD)/gen/boards.o: private SHARED_FLAGS = $(LIBRARY_FLAGS)
$(BUILD)/src/library/%.o $(BUILD)/src/cli/%.o $(BUILD)/tools/%.o: TEST_FLAGS = -Iinclude
# Steps of many games are as much computation as the rules are: they are optimised with them.
$(BUILD)/src/library/library_action.o $(BUILD)/src/library/library_batch.o: FILE_FLAGS = $(LTO) $(PURE)
$(BUILD)/tests/library/%.o: TEST_FLAGS = -Itests -Iinclude -U_FORTIFY_SOURCE

library: $(LIBRARY_DIR)/librailhead.so $(LIBRARY_DIR)/librailhead.a $(LIBRARY_DIR)/railhead.pc

# All of it as one object, optimised as a whole where the compiler can.
$(LIBRARY_DIR)/railhead.o: $(LIBRARY_API_OBJ) $(BUILD)/gen/boards.o $(BUILD)/librailhead.a
	@mkdir -p $(@D)
	$(CC) $(filter -O% -g%,$(CFLAGS)) $(MODE) $(NOWHERE) $(LIBRARY_FLAGS) $(LIBRARY_LTO) -nostdlib -r $^ -o $@
LIBRARY_LTO = $(if $(LTO),$(LTO) -flinker-output=nolto-rel -frandom-seed=$@,-fno-lto)

$(LIBRARY_SHARED): $(LIBRARY_DIR)/railhead.o
	$(CC) $(MODE) $(CFLAGS) -fno-lto -shared -Wl,-soname,$(LIBRARY_SONAME) -Wl,-z,defs \
	    -Wl,-z,relro,-z,now,-z,noexecstack $(LDFLAGS) $< -lpthread -lm -o $@

$(LIBRARY_DIR)/librailhead.so: $(LIBRARY_SHARED)
	ln -sf $(<F) $(@D)/$(LIBRARY_SONAME)
	ln -sf $(LIBRARY_SONAME) $@

$(LIBRARY_DIR)/librailhead.a: $(LIBRARY_DIR)/railhead.o
	objcopy --localize-hidden --strip-debug $< $(@D)/static.o
	@rm -f $@
	$(AR) rcs $@ $(@D)/static.o
	@rm $(@D)/static.o

$(LIBRARY_DIR)/railhead.pc: packaging/railhead.pc.in library.mk include/railhead/base.h
	@mkdir -p $(@D)
	$(RAILHEAD_PC) > $@

# Distributions have one folder for each machine: LIBDIR=/usr/lib/x86_64-linux-gnu.
LIBDIR      ?= $(PREFIX)/lib
# Under the prefix where it can be, so that pkg-config --define-prefix finds a tree that was moved.
RAILHEAD_PC  = sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; \
                   s|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' packaging/railhead.pc.in
LIBRARY_TO   = $(DESTDIR)$(LIBDIR)
HEADERS_TO   = $(DESTDIR)$(PREFIX)/include/railhead

install: install-library
install-library: library
	install -d "$(LIBRARY_TO)/pkgconfig" "$(HEADERS_TO)"
	install -m 644 $(LIBRARY_HEADERS) "$(HEADERS_TO)"
	install -m 644 $(LIBRARY_SHARED) $(LIBRARY_DIR)/librailhead.a "$(LIBRARY_TO)"
	ln -sf $(notdir $(LIBRARY_SHARED)) "$(LIBRARY_TO)/$(LIBRARY_SONAME)"
	ln -sf $(LIBRARY_SONAME) "$(LIBRARY_TO)/librailhead.so"
	$(RAILHEAD_PC) > "$(LIBRARY_TO)/pkgconfig/railhead.pc"
	chmod 644 "$(LIBRARY_TO)/pkgconfig/railhead.pc"

uninstall: uninstall-library
uninstall-library:
	rm -f "$(LIBRARY_TO)/librailhead.a" "$(LIBRARY_TO)"/librailhead.so* "$(LIBRARY_TO)/pkgconfig/railhead.pc"
	rm -rf "$(HEADERS_TO)"

abi:
	@mkdir -p $(LIBRARY_DIR)
	tests/library/stub $(LIBRARY_DIR)/stub.so
	abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-write-default-sizes --type-id-style hash \
	    --out-file tests/library/librailhead.abi $(LIBRARY_DIR)/stub.so

# ---- Python ---------------------------------------------------------------------------------

# The first that has what the package needs: Debian's modules are for Debian's interpreter.
PYTHON ?= $(firstword $(foreach python,python3 /usr/bin/python3,$(shell $(python) -c \
              'import cffi, numpy, setuptools' 2>/dev/null && echo $(python))))
PYTHON_SRC = $(wildcard python/*.* python/railhead/*)

python: $(BUILD)/python/.installed

# As anybody would install it, without the network.
$(BUILD)/python/.installed: $(PYTHON_SRC) $(LIBRARY_HEADERS) $(LIBRARY_DIR)/librailhead.a
	@rm -rf $(BUILD)/python
	$(PYTHON) -m pip install --quiet --no-build-isolation --no-index --no-deps --root-user-action=ignore \
	    --no-cache-dir --target $(BUILD)/python ./python
	@touch $@

.PHONY: python
.PHONY: library install-library uninstall-library abi
