# Railhead: the whole build, readable from top to bottom.
#
#   make                 build/railhead
#   make check           the quick tests, about 115 s of computing; ./test runs all of them
#   make check-long      all of them with every random case on every build: an hour or two
#   make install         DESTDIR=... PREFIX=/usr/local, WEB=0 without the browser client; make uninstall
#                        takes it back
#   make dist            build/railhead-VERSION.tar.gz: the sources with the browser client built
#   make deb             Debian packages from that archive, in build/deb; make deb-test installs, runs,
#                        upgrades and purges them in a layer over this system
#   make reproducible    builds it twice in two folders and compares
#   make wasm            build/railhead.wasm, and build/railhead-plain.wasm without SIMD; make wasm-engine adds
#                        build/wasm/engine.wasm, whose bots can be asked in the engine protocol, for tests
#   make library         build/lib: librailhead for other programs; library.mk has more
#   make simulate        whole servers in simulated worlds for SECONDS=60, SERVERS=1 to 3, from a fresh SEED on
#   make kill-test       a server is killed KILLS=50 times while people play
#   make mpi-test        a program whose arena plays on several machines, and its test
#   make prove           three servers and two databases while everything fails, for SECONDS=1200
#   make bare-test       both README commands on a Debian 12 that has nothing else, as root, in build/bare
#   make bench-programs  build/bench/* and build/load, which measure parts of it
#   make protocol        docs/openapi.json and docs/asyncapi.json, from src/protocol and docs/protocol.md
#   make include-table   the table of folders in docs/architecture.md, from tests/tree/includes.allowed
#   make test-index      tests/README.md: which tests are about which file
#   make web             build/web: the browser client, files for any web server
#   make docs            build/docs: the documents as a site, for any web server or to be opened from there
#   make javascript      javascript/dist: the files of the npm package; npm pack in there calls it
#   make fuzz            every reader for FUZZ_SECONDS=60 in all; finds stay in build/fuzz
#   make coverage        the tests again, with the share of lines that they reach
#   make pot             build/railhead.pot, what is to be translated; make po takes it into po/*.po
#   make format          clang-format over every C file
#
# CONFIG chooses how, and each has a folder of its own: release (build), clang (build/clang),
# asan (clang's address and undefined sanitizers, build/asan), fuzz (clang's libFuzzer, build/fuzz),
# coverage (build/coverage).  WERROR=1 turns warnings into errors, as ./test does; HARDENING= leaves
# out the flags that make a mistake in the code harder to use.  MPI=1 is a release in build/mpi whose arena
# plays on several machines (docs/bots.md, make mpi-test); tools/install mpi installs what it needs.  The release takes CC, AR, CFLAGS,
# CPPFLAGS, LDFLAGS and LDLIBS from whoever builds, by environment or command line; gcc and clang do alike.

CONFIG       ?= release
PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 60
WERROR       ?= 0
WEB          ?= 1
MPI          ?= 0

# A release archive has what takes Node.js, npm and the network to make: the page, land and sea.
PREBUILT := $(wildcard prebuilt)

VERSION := $(shell sed -n 's/^\#define RAILHEAD_VERSION_[A-Z]* //p' include/railhead/base.h | paste -s -d .)

all:

# make install without compiler or flags of its own installs what is built, and builds the rest as that was built.
# Each build leaves the variables that were chosen for it in KEPT.
CHOOSABLE     := CC AR CFLAGS CPPFLAGS LDFLAGS LDLIBS HARDENING
CHOSEN        := $(strip $(foreach name,$(CHOOSABLE) CONFIG, \
                   $(if $(filter default undefined file,$(origin $(name))),,$(name))))
ONLY_INSTALLS := $(if $(MAKECMDGOALS),$(if $(filter-out install%,$(MAKECMDGOALS))$(CHOSEN),,yes))
KEPT           = $(BUILD)/chosen.mk
in_quotes      = '$(subst ','\'',$(1))'
assignment     = override $(1) := $(subst \#,\\\#,$(subst $$,$$$$,$($(1))))
ifneq ($(ONLY_INSTALLS),)
-include build$(if $(filter 1,$(MPI)),/mpi)/chosen.mk
endif

# ---- How to compile -------------------------------------------------------------------------

# CC, AR, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS of a release are left to whoever builds; what the code needs
# is in FLAGS.
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
ifeq ($(CONFIG),release)
BUILD  = build$(if $(filter 1,$(MPI)),/mpi)
ifeq ($(origin CC),default)
CC     = gcc
endif
CFLAGS ?= -O3 -g
HARDENING = $(HARDEN)
else ifeq ($(CONFIG),clang)
BUILD  = build/clang
CC     = clang
CFLAGS = -O3 -g
HARDENING = $(HARDEN)
else ifeq ($(CONFIG),asan)
BUILD  = build/asan
CC     = clang
CFLAGS = -O1 -g
MODE   = $(SANITIZE)
KERNEL_FLAGS = -DKERNEL_SMALL
# What computes little is compiled in half the time.
UNOPTIMISED = cli net remote server store terminal words
else ifeq ($(CONFIG),fuzz)
BUILD  = build/fuzz
CC     = clang
CFLAGS = -O1 -g
MODE   = $(SANITIZE) -fsanitize=fuzzer-no-link
# Watching each comparison in the rules, and anything in the kernels, teaches the fuzzer nothing: they
# see numbers, and texts are compared by memcmp(), which it watches anyway.  Records are read three
# times as fast without.  The sanitizers stay.
COUNTS_FLAGS = -fno-sanitize-coverage=trace-cmp
KERNEL_FLAGS = -fno-sanitize=fuzzer-no-link -DKERNEL_SMALL
else ifeq ($(CONFIG),coverage)
BUILD  = build/coverage
CC     = gcc
CFLAGS = -O0 -g
MODE   = --coverage
else
$(error CONFIG is release, clang, asan, fuzz or coverage, not '$(CONFIG)')
endif

IS_CLANG := $(findstring clang,$(shell $(CC) --version))
ifeq ($(CONFIG)$(IS_CLANG),release)
LTO    = -flto=auto -ffat-lto-objects
ifeq ($(origin AR),default)
AR     = gcc-ar
endif
endif

# What makes a mistake in the code harder to use, in the builds that people run.  Sanitizers see more
# by themselves and do not go with all of it.  A compiler that does not know a flag does without.
#
#   the stack     a canary before the return address, no skipping over the guard page, zeroes where
#                 a variable was forgotten
#   the library   memcpy() and its like are checked where the size is known; left to whoever builds
#                 if CPPFLAGS or CFLAGS say something about it, or do not optimise
#   addresses     the program is loaded anywhere, and its tables are read-only once it runs
#   jumps         to where a function begins and back to where it was called, if the processor
#                 checks (x86: CET, ARM: branch protection)
known     = $(foreach flag,$(1),$(shell $(CC) -Werror -O1 $(flag) -include string.h -x c -c /dev/null \
              -o /dev/null 2>/dev/null && echo '$(flag)'))
OPTIMISES = $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
FORTIFIES = $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS))
FORTIFY   = $(if $(OPTIMISES),$(if $(FORTIFIES),,-U_FORTIFY_SOURCE \
              -D_FORTIFY_SOURCE=$(if $(call known,-D_FORTIFY_SOURCE=3),3,2)))
HARDEN   := $(if $(filter release clang,$(CONFIG)),-fPIE $(FORTIFY) $(call known, \
              -fstack-protector-strong -fstack-clash-protection -ftrivial-auto-var-init=zero \
              -fcf-protection=full -mbranch-protection=standard))
HARDEN_LINK = $(if $(HARDENING),$(FOR_LINK))
FOR_LINK  = -pie -Wl,-z,relro,-z,now,-z,noexecstack

# The rules and the players are computation on numbers that were checked before, and would pay for
# it: 23 % more instructions for games of bots on transamerica and 31 % on transeuropa with the
# canary, the zeroes and the checked copies, none (0.1 %) with the rest of the above alone.  The
# readers among them, which see bytes from outside, have it all.
PURE      = $(if $(HARDENING),$(FOR_PURE))
FOR_PURE := -fno-stack-protector -U_FORTIFY_SOURCE \
            $(call known,-ftrivial-auto-var-init=uninitialized)

WARNINGS  = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla
# CHECK(!"a sentence") is meant, but clang warns of a text that is used as a truth value.
FOR_CLANG = -Wno-string-conversion
# Sums are not fused where a machine could: the bots of every machine play the same.
EXACT     = -ffp-contract=off
# Where it is built is nowhere in it.
NOWHERE  := '-ffile-prefix-map=$(CURDIR)=.'
FLAGS    := -std=c17 $(EXACT) -Isrc -I. -D_POSIX_C_SOURCE=200809L $(WARNINGS) $(MODE) $(HARDENING) $(NOWHERE) \
            $(if $(IS_CLANG),$(FOR_CLANG))
LIBS      = -lsodium -lsqlite3 -lpq -lcurl -lssl -lcrypto -lqrencode -lncursesw -ltinfo -lpthread -lm
FATAL     = $(if $(filter 1,$(WERROR)),-Werror)

# Only these files are compiled for more than the oldest x86-64; score/kernel.c picks at run time.
# On other machines they compile to nothing.
ifneq ($(filter x86_64% amd64%,$(shell $(CC) -dumpmachine)),)
AVX2_FLAGS   = -mavx2
AVX512_FLAGS = -mavx512f -mavx512bw -mavx512vl
endif
# The rules and the players are small functions in many files: in the program gcc sees them at once
# (random rounds run a quarter faster for it).  Tests link the same objects without that.
$(foreach folder,text board score rules bots,$(BUILD)/src/$(folder)/%.o): FILE_FLAGS = $(LTO) $(COUNTS_FLAGS) $(PURE)
$(BUILD)/src/score/kernel_%.o:      FILE_FLAGS = $(KERNEL_FLAGS) $(PURE)
$(BUILD)/src/score/kernel_avx2.o:   FILE_FLAGS = $(KERNEL_FLAGS) $(PURE) $(AVX2_FLAGS)
$(BUILD)/src/score/kernel_avx512.o: FILE_FLAGS = $(KERNEL_FLAGS) $(PURE) $(AVX512_FLAGS)
READERS = text/text $(addprefix rules/,notation position_line record record_opening record_playing)
$(READERS:%=$(BUILD)/src/%.o): private PURE =

# The optimiser takes longer over a test, or over a file that is mostly run once, than it saves there.
# The fuzzer runs them a million times.
UNOPTIMISED_CFLAGS = $(if $(filter fuzz,$(CONFIG)),$(CFLAGS),$(patsubst -O%,-O0,$(CFLAGS)))
$(BUILD)/tests/%.o $(UNOPTIMISED:%=$(BUILD)/src/%/%.o): private CFLAGS := $(UNOPTIMISED_CFLAGS)

# Debian keeps libpq's headers in a folder of their own.
LIBPQ_USERS = $(addprefix src/store/,postgres postgres_wait store_listen) src/cli/main tests/store/test_deadline
$(LIBPQ_USERS:%=$(BUILD)/%.o): FILE_FLAGS = -I$(shell pg_config --includedir)

# The arena's team: processes that mpirun starts, or nobody; the other file compiles to nothing.
ifeq ($(MPI),1)
LIBS += $(shell mpicc --showme:link)
$(BUILD)/src/arena/team_%.o: FILE_FLAGS = -DTEAM_MPI $(patsubst -I%,-isystem %,$(shell mpicc --showme:compile))
endif

# What the optimiser of the whole program calls its parts is drawn by lot unless it is told.
COMPILE = $(CC) $(FLAGS) $(if $(LTO),-frandom-seed=$@) $(TEST_FLAGS) $(FILE_FLAGS) $(CPPFLAGS) $(CFLAGS) $(SHARED_FLAGS) $(FATAL) -MMD -MP
LINK    = $(CC) $(FLAGS) $(CFLAGS) $(HARDEN_LINK) $(LDFLAGS) $(LINK_LTO)

LINK_LTO = -fno-lto
$(BUILD)/railhead: private LINK_LTO = $(LTO)

# Everything is compiled anew when the compiler or its flags are others than the last time.
# FATAL is not among them, so that ./test and a plain make share what they built.
$(BUILD)/flags: $(if $(ONLY_INSTALLS),,FORCE)
	@mkdir -p $(@D)
	@echo '$(CC) $(FLAGS) $(LTO) $(PURE) $(COUNTS_FLAGS) $(KERNEL_FLAGS) $(AVX2_FLAGS) $(AVX512_FLAGS)' \
	    '$(CPPFLAGS) $(CFLAGS) $(UNOPTIMISED) $(UNOPTIMISED_CFLAGS) $(LIBRARY_FLAGS) $(HARDEN_LINK) $(LDFLAGS)' > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
	@printf '%s\n' $(foreach name,$(filter $(CHOOSABLE),$(CHOSEN)),$(call in_quotes,$(call assignment,$(name)))) > $(KEPT)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# ---- The program ----------------------------------------------------------------------------

# Everything under src/ is in the library but main() and what is only for WebAssembly.  A program takes
# from it what it needs.
APART   = src/cli/main.c src/library/failed.c tools/embed.c tools/lists.c tools/pages.c tools/shapes.c
C_SRC   = $(wildcard src/*/*.c src/*/*/*.c)
LIB_SRC = $(filter-out $(APART) src/page/%,$(C_SRC))
LIB_OBJ = $(LIB_SRC:%.c=$(BUILD)/%.o)
BOARDS  = boards/transamerica.json boards/transeuropa.json boards/transeuropa-classic.json

# What railhead bench runs; the textbook program, its unit, is also a judge of the tests.
BENCH_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/core/*.c))

all: $(BUILD)/railhead

$(BUILD)/railhead: $(BUILD)/src/cli/main.o $(BENCH_OBJ) $(BUILD)/gen/boards.o $(BUILD)/gen/land.o \
                   $(BUILD)/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

$(BUILD)/librailhead.a: $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^

# The boards are compiled in: a small program of the build checks the files and writes them as C.
$(BUILD)/gen/embed: $(BUILD)/tools/embed.o $(BUILD)/librailhead.a
	@mkdir -p $(@D)
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

$(BUILD)/gen/boards.c: $(BUILD)/gen/embed $(BOARDS)
	$(BUILD)/gen/embed $(BOARDS) > $@.new
	@mv $@.new $@

$(BUILD)/gen/boards.o: $(BUILD)/gen/boards.c $(BUILD)/flags
	$(COMPILE) -c $< -o $@

# Land and sea under them come from where the page's artwork does; every build has the same.
LAND_SRC = $(addprefix web/art/,land.mjs geographies.mjs geography.mjs lattice.mjs outline.mjs spline.mjs) \
           $(wildcard web/art/geo/*.geojson)

ifneq ($(PREBUILT),)
build/gen/land.c: prebuilt/land.c
	@mkdir -p $(@D)
	cp $< $@
else
build/gen/land.c: $(LAND_SRC) $(BOARDS)
	@mkdir -p $(@D)
	node web/art/land.mjs $(BOARDS) > $@.new
	@mv $@.new $@
endif

$(BUILD)/gen/land.o: build/gen/land.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# ---- Words ----------------------------------------------------------------------------------

# A language is one file, po/LANGUAGE.po, for the terminal and for the page.
CATALOGUES = $(patsubst po/%.po,$(BUILD)/locale/%/LC_MESSAGES/railhead.mo,$(wildcard po/*.po))

all: $(CATALOGUES)

$(BUILD)/locale/%/LC_MESSAGES/railhead.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt --check-format --check-domain --output-file=$@ $<

# The template has every English text of the sources that is translated; make po takes it over
# into the catalogues, where new texts are then empty and those that are gone are marked #~.
pot: build/railhead.pot

build/railhead.pot: $(C_SRC) src/text/faults.def $(wildcard src/words/*.def) web/words.mjs web/src/text/en.ts Makefile \
                    web/node_modules/.installed
	@mkdir -p $(@D)
	ls $(C_SRC) | xgettext --from-code=UTF-8 --omit-header --add-location=file --keyword=_ \
	    --keyword=N_ --files-from=- --output=build/terminal.pot
	node web/words.mjs pot > build/page.pot
	msgcat --use-first --output-file=$@ build/page.pot build/terminal.pot

po: build/railhead.pot
	for file in po/*.po; do \
	    msgmerge --quiet --update --backup=none --no-fuzzy-matching --no-location --width=100 $$file $<; \
	done

# ---- Manual pages and completion ---------------------------------------------------------------

# From the options of the commands and from the documents.
PAGES = $(BUILD)/pages

# Of the sources: the last commit, or what an archive says, in which all files have that time.
MANUAL_DATE = $(shell date -u +%F -d \
    @$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)})

all: $(PAGES)/made

$(BUILD)/gen/pages: $(BUILD)/tools/pages.o $(BENCH_OBJ) $(BUILD)/gen/boards.o $(BUILD)/gen/land.o $(BUILD)/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

$(PAGES)/made: $(BUILD)/gen/pages tools/markdown-man docs/formats.md boards/README.md
	@rm -rf $(@D)
	@mkdir -p $(@D)
	$(BUILD)/gen/pages $(@D) $(MANUAL_DATE)
	tools/markdown-man railhead-record "records of games" $(VERSION) $(MANUAL_DATE) docs/formats.md "Names" \
	    'The game record (`.rail`)' "A position line" "Deals from a seed" > $(@D)/railhead-record.5
	tools/markdown-man railhead-board "board files" $(VERSION) $(MANUAL_DATE) boards/README.md > $(@D)/railhead-board.5
	@touch $@

# ---- Tests ----------------------------------------------------------------------------------

# A program for each tests/*/test_*.c.  The other files of those folders are helpers, of which a
# test takes what it needs.
TEST_SRC    = $(wildcard tests/*/test_*.c)
FUZZ_SRC    = $(wildcard tests/fuzz/fuzz_*.c)
HELPER_SRC  = $(filter-out $(TEST_SRC) tests/fuzz/% tests/simulate/% tests/wasm/%,$(wildcard tests/*/*.c))
TEST_BIN    = $(TEST_SRC:%.c=$(BUILD)/%)
REPLAY_BIN  = $(FUZZ_SRC:tests/fuzz/fuzz_%.c=$(BUILD)/tests/fuzz/replay_%)
FUZZ_BIN    = $(FUZZ_SRC:%.c=$(BUILD)/%)
TEST_BASE   = $(BUILD)/tests/support.o $(BUILD)/gen/boards.o $(BUILD)/gen/land.o $(BUILD)/librailhead.a
HELPER_OBJ  = $(HELPER_SRC:%.c=$(BUILD)/%.o) $(BUILD)/bench/core/textbook.o

# Tests find their helpers from their own folder on; the product does not know them.
$(BUILD)/tests/%.o: TEST_FLAGS = -Itests -U_FORTIFY_SOURCE

# There are more than a hundred to link in each build: lld is quicker at it, and knows the sanitizers of clang.
TEST_LINKER := $(if $(shell command -v ld.lld),-fuse-ld=lld)
TEST_LIBS    = -ljansson -lcmocka

tests: $(TEST_BIN) $(BUILD)/gen/shapes

$(TEST_BIN): %: %.o $(BUILD)/tests/libhelpers.a $(TEST_BASE)
	$(LINK) $(TEST_LINKER) $(TEST_LINK) $^ $(LDLIBS) $(LIBS) $(TEST_LIBS) -o $@

# Their allocations fail when the test says so: some wrap what they need themselves, the others take
# tests/fault/allocation.h.
ALLOCATION_WRAP = malloc calloc realloc aligned_alloc strdup free
$(BUILD)/tests/store/test_no_memory: private TEST_LINK = -Wl,--wrap=calloc,--wrap=strdup
$(BUILD)/tests/terminal/test_no_memory: private TEST_LINK = -Wl,--wrap=calloc,--wrap=realloc
$(BUILD)/tests/server/test_network_no_memory: private TEST_LINK = $(ALLOCATION_WRAP:%=-Wl,--wrap=%)
$(BUILD)/tests/remote/test_ws_client: private TEST_LINK = $(ALLOCATION_WRAP:%=-Wl,--wrap=%)

$(BUILD)/tests/libhelpers.a: $(HELPER_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	$(AR) rcs $@ $^

# A pretended next version, to run beside this one: what tests/server/next.patch changes is compiled,
# and goes before what the library has.
NEXT_SRC = src/protocol/told_event.c src/server/cluster/hub_cluster.c src/store/store_games.c src/store/store_schema.c
NEXT_OBJ = $(NEXT_SRC:%.c=$(BUILD)/next/%.o)

tests: $(BUILD)/next/railhead

$(BUILD)/next/patched: tests/server/next.patch $(NEXT_SRC)
	@mkdir -p $(@D)
	cp --parents $(NEXT_SRC) $(@D)
	patch --silent --strip=1 --directory=$(@D) < $<
	@touch $@

$(NEXT_OBJ): %.o: $(BUILD)/next/patched $(BUILD)/flags
	$(COMPILE) -c $*.c -o $@

$(BUILD)/next/railhead: $(BUILD)/src/cli/main.o $(BENCH_OBJ) $(BUILD)/gen/boards.o $(BUILD)/gen/land.o \
                        $(NEXT_OBJ) $(BUILD)/librailhead.a
	$(LINK) $(TEST_LINKER) $^ $(LDLIBS) $(LIBS) -o $@

# The simulator: its allocations, passwords and failed CHECK()s come through doors of its own.
SIMULATE_OBJ  = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/simulate/*.c))
SIMULATE_WRAP = $(ALLOCATION_WRAP) check_failed crypto_pwhash_str crypto_pwhash_str_verify
SIMULATE_BIN  = $(BUILD)/tests/simulate/simulate
SECONDS      ?= 60
SERVERS      ?= 1

tests: $(SIMULATE_BIN)

$(SIMULATE_BIN): $(SIMULATE_OBJ) $(BUILD)/tests/libhelpers.a $(TEST_BASE)
	$(LINK) $(SIMULATE_WRAP:%=-Wl,--wrap=%) $^ $(LDLIBS) $(LIBS) $(TEST_LIBS) -o $@

# Worlds from SEED on, or from a fresh seed, for SECONDS, under the sanitizers: tests/simulate/README.md.
simulate:
	$(MAKE) CONFIG=asan build/asan/tests/simulate/simulate
	build/asan/tests/simulate/simulate $(if $(SEED),--seed $(SEED)) --servers $(SERVERS) --seconds $(SECONDS)

# It finds mistakes that are put back into a copy of the sources.
prove-simulator:
	tests/simulate/prove

# The fuzz targets without a fuzzer: each runs the files it is given.
replay: $(REPLAY_BIN)

$(BUILD)/tests/fuzz/replay_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(BUILD)/tests/libhelpers.a $(TEST_BASE)
	$(LINK) $(TEST_LINKER) $^ $(LDLIBS) $(LIBS) -o $@

check:
	tests/run --quick

check-long:
	tests/run --long

# A server is killed again and again while people play: what ./test does five times.
KILLS ?= 50
kill-test: all
	KILLS=$(KILLS) RAILHEAD=$(BUILD)/railhead tests/fault/kill.mjs

# Installs what it needs; ./test does without.
mpi-test: all
	RAILHEAD=$(BUILD)/railhead tests/setup/mpi.test

# Three servers on two databases while everything fails, for SECONDS: what ./test does for a few.
prove: SECONDS = 1200
prove: all
	RAILHEAD=$(BUILD)/railhead tests/fault/prove.mjs --seconds $(SECONDS) --tables 10 --gap 6000

# ---- Measuring ------------------------------------------------------------------------------

# A program for each bench/*.c, and the load generator for servers: bench/README.md.
BENCH_BIN = $(patsubst %.c,$(BUILD)/%,$(wildcard bench/*.c))
WIRE_BIN  = $(BUILD)/bench/ping
LOAD_OBJ  = $(patsubst %.c,$(BUILD)/%.o,$(wildcard bench/load/*.c))

bench-programs: $(BENCH_BIN) $(BUILD)/load

$(BUILD)/load: $(LOAD_OBJ) $(BUILD)/gen/boards.o $(BUILD)/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

# They have the load generator's wires, in place of the library's.
$(WIRE_BIN): %: %.o $(BUILD)/bench/load/wire.o $(BUILD)/gen/boards.o $(BUILD)/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

$(filter-out $(WIRE_BIN),$(BENCH_BIN)): %: %.o $(BUILD)/gen/boards.o $(BUILD)/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

# ---- Fuzzing --------------------------------------------------------------------------------

$(FUZZ_BIN): %: %.o $(BUILD)/tests/libhelpers.a $(TEST_BASE)
	$(LINK) -fsanitize=fuzzer $^ $(LDLIBS) $(LIBS) -o $@

fuzz:
	$(MAKE) CONFIG=fuzz fuzz-targets
	tools/fuzz $(FUZZ_SECONDS)

fuzz-targets: $(FUZZ_BIN)

# ---- WebAssembly ----------------------------------------------------------------------------

# The folders that only compute: no I/O, no clock, no allocation.  They are compiled for the page as they are, with a
# C library of a few functions (src/page/libc).
PURE_FOLDERS  = text json board score rules board_file bots game match protocol follow
# These compute with the help of a library that the page does not have.
NEEDS_LIBRARY = src/board_file/board_svg.c src/match/seed.c
WASM_CC    = clang --target=wasm32 -ffreestanding -nostdlib
WASM_FLAGS = -std=c17 $(EXACT) -Isrc -nostdlibinc -isystem src/page/libc $(WARNINGS) $(FOR_CLANG) $(FATAL) \
             -mbulk-memory -MMD -MP
WASM_LINK  = -Wl,--no-entry -Wl,--fatal-warnings -Wl,--stack-first -Wl,-z,stack-size=1048576 \
             -Wl,--strip-all
WASM_SRC   = $(filter-out $(NEEDS_LIBRARY) src/score/kernel_avx%, \
               $(foreach folder,$(PURE_FOLDERS),$(wildcard src/$(folder)/*.c))) \
             $(wildcard src/page/*.c src/page/libc/*.c) build/gen/boards.c
# What is read and written once in a while is made small: it goes over the wire.
WASM_SMALL = $(foreach folder,json board board_file game match protocol follow engine page,src/$(folder)/%) tests/wasm/% \
             src/text/fault.c src/text/text.c src/rules/record% src/rules/notation.c src/rules/position_line.c \
             src/rules/misfit.c src/rules/refusal.c
# So is what spends its time in the kernels.
WASM_SMALL += $(addprefix src/bots/,candidates.c champion.c easy_medium.c line_demand.c opponent_model.c playout_by_models.c policy.c)
WASM_SIZE  = $(if $(filter $(WASM_SMALL),$<),-Oz,-O2)
WASM_SIMD  = $(WASM_SRC:%.c=build/wasm/simd/%.o)
WASM_PLAIN = $(WASM_SRC:%.c=build/wasm/plain/%.o)

wasm: build/railhead.wasm build/railhead-plain.wasm

build/railhead.wasm: $(WASM_SIMD)
build/railhead-plain.wasm: $(WASM_PLAIN)
build/railhead.wasm build/railhead-plain.wasm:
	$(WASM_CC) $(WASM_LINK) $^ -o $@

# For tests and measurements: the same objects, whose bots can be asked in the engine protocol as well.
WASM_ENGINE       = $(addprefix src/engine/,engine_serve.c growing_record.c engine_reply.c) tests/wasm/engine_exports.c
WASM_ENGINE_SIMD  = $(WASM_ENGINE:%.c=build/wasm/simd/%.o)
WASM_ENGINE_PLAIN = $(WASM_ENGINE:%.c=build/wasm/plain/%.o)

wasm-engine: build/wasm/engine.wasm build/wasm/engine-plain.wasm

build/wasm/engine.wasm: $(WASM_SIMD) $(WASM_ENGINE_SIMD)
build/wasm/engine-plain.wasm: $(WASM_PLAIN) $(WASM_ENGINE_PLAIN)
build/wasm/engine.wasm build/wasm/engine-plain.wasm:
	$(WASM_CC) $(WASM_LINK) $^ -o $@

build/wasm/simd/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_FLAGS) $(WASM_SIZE) -msimd128 -c $< -o $@

build/wasm/plain/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(WASM_CC) $(WASM_FLAGS) $(WASM_SIZE) -c $< -o $@

# ---- The browser client ---------------------------------------------------------------------

# npm ci takes exactly what package-lock.json names, and trusts whom Debian trusts; the type check is
# part of the build.
WEB_SRC = $(shell find web -path web/node_modules -prune -o -type f -print) $(BOARDS) $(wildcard po/*.po) \
          src/text/faults.def src/words/how_to_play.def

# The lists that the page shares with the core.
WEB_LISTS = web/src/generated/lists.ts

build/gen/lists: build/tools/lists.o build/gen/boards.o build/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

$(WEB_LISTS): build/gen/lists
	@mkdir -p $(@D)
	build/gen/lists > $@.new
	@mv $@.new $@

# The protocol for programs of others: what the rows of src/protocol say, with the sentences of
# docs/protocol.md.  The files are in the tree; a test says when they are to be made again.
$(BUILD)/gen/shapes: $(BUILD)/tools/shapes.o $(BUILD)/gen/boards.o $(BUILD)/librailhead.a
	$(LINK) $^ $(LDLIBS) $(LIBS) -o $@

protocol: $(BUILD)/gen/shapes
	BUILD=$(BUILD) tools/describe.mjs docs

web: build/web/index.html

# Not --silent, which hides why it fails.
NPM_QUIET = --loglevel=error --no-audit --no-fund > /dev/null

web/node_modules/.installed: web/package.json web/package-lock.json
	NODE_OPTIONS="$$NODE_OPTIONS --use-openssl-ca" npm --prefix web ci $(NPM_QUIET)
	@touch $@

ifneq ($(PREBUILT),)
build/web/index.html: prebuilt/web/index.html
	@mkdir -p build
	rm -rf build/web
	cp -r prebuilt/web build/web
	@touch $@
else
build/web/index.html: $(WEB_SRC) $(WEB_LISTS) web/node_modules/.installed build/railhead.wasm build/railhead-plain.wasm \
                      build/railhead
	cd web && node_modules/.bin/tsc --noEmit
	node web/build.mjs build/web build
endif

# The documents as a site: the Markdown of the tree, and what the program and its headers say of themselves.
SITE_SRC = $(wildcard site/*.* *.md docs/* docs/decisions/* docs/pictures/* boards/* bench/README.md */README.md \
             include/railhead/* python/railhead/*.py examples/* examples/*/* packaging/* contrib/*/*) tests/simulate/README.md \
           src/words/how_to_play.def web/src/text/en.ts web/how-to-play.mjs

docs: build/docs/index.html

site/node_modules/.installed: site/package.json site/package-lock.json
	NODE_OPTIONS="$$NODE_OPTIONS --use-openssl-ca" npm --prefix site ci $(NPM_QUIET)
	@touch $@

build/docs/index.html: $(SITE_SRC) build/pages/made site/node_modules/.installed
	node site/build.mjs build build/docs

# The npm package of the same core: `npm pack` in javascript/ calls this.
JAVASCRIPT = javascript/dist/node.js

javascript: $(JAVASCRIPT)

$(JAVASCRIPT): $(wildcard javascript/*.* javascript/src/* web/src/core/*) $(BOARDS) $(WEB_LISTS) web/node_modules/.installed \
               build/railhead.wasm build/railhead-plain.wasm
	node javascript/build.mjs build

include library.mk

# ---- The rest -------------------------------------------------------------------------------

BIN_DIR   = $(DESTDIR)$(PREFIX)/bin
DOC_DIR   = $(DESTDIR)$(PREFIX)/share/doc/railhead
BOARD_DIR = $(DESTDIR)$(PREFIX)/share/railhead/boards
WORDS_DIR = $(DESTDIR)$(PREFIX)/share/locale
WEB_DIR   = $(DESTDIR)$(PREFIX)/share/railhead/web
MAN_DIR   = $(DESTDIR)$(PREFIX)/share/man
BASH_DIR  = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_DIR   = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_DIR  = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
WITH_WEB  = $(if $(filter 0,$(WEB)),,install-web)
UNIT_DIR  = $(DESTDIR)$(PREFIX)/lib/systemd/system

install: $(BUILD)/railhead $(CATALOGUES) $(WITH_WEB) install-pages install-service install-docs
	install -d "$(BIN_DIR)" "$(BOARD_DIR)"
	install -m 755 $(BUILD)/railhead "$(BIN_DIR)/railhead"
	install -m 644 $(wildcard boards/*) "$(BOARD_DIR)"
	for language in $(patsubst po/%.po,%,$(wildcard po/*.po)); do \
	    install -D -m 644 $(BUILD)/locale/$$language/LC_MESSAGES/railhead.mo \
	        "$(WORDS_DIR)/$$language/LC_MESSAGES/railhead.mo" || exit 1; \
	done

install-pages: $(PAGES)/made
	install -d "$(MAN_DIR)/man1" "$(MAN_DIR)/man5" "$(BASH_DIR)" "$(ZSH_DIR)" "$(FISH_DIR)"
	install -m 644 $(PAGES)/*.1 "$(MAN_DIR)/man1"
	install -m 644 $(PAGES)/*.5 "$(MAN_DIR)/man5"
	install -m 644 $(PAGES)/railhead.bash "$(BASH_DIR)/railhead"
	install -m 644 $(PAGES)/_railhead "$(ZSH_DIR)/_railhead"
	install -m 644 $(PAGES)/railhead.fish "$(FISH_DIR)/railhead.fish"

install-web: web
	install -d "$(WEB_DIR)"
	cp -r build/web/. "$(WEB_DIR)"

# The documents and what they link to, in the folders that they have here.
DOCS = LICENSE src/words/how_to_play.def tests/tree/includes.allowed tools/packages tools/programs \
       $(wildcard *.md docs/*.md docs/*.json docs/decisions/*.md docs/pictures/* bench/README.md boards/* contrib/monitoring/* \
                  examples/*.* examples/*/* include/railhead/* javascript/README.md javascript/example.mjs packaging/*.conf packaging/*.service tests/simulate/README.md)

install-docs:
	for file in $(DOCS); do install -D -m 644 $$file "$(DOC_DIR)/$$file" || exit 1; done

# The units name the places where things are; they are neither enabled nor started.
UNITS = railhead.service railhead@.service railhead@.service.d/many.conf

install-service:
	install -d "$(UNIT_DIR)/railhead@.service.d"
	sed 's|/usr/local/|$(PREFIX)/|' packaging/railhead.service > "$(UNIT_DIR)/railhead.service"
	cp "$(UNIT_DIR)/railhead.service" "$(UNIT_DIR)/railhead@.service"
	sed 's|/usr/local/|$(PREFIX)/|' packaging/railhead@.conf > "$(UNIT_DIR)/railhead@.service.d/many.conf"
	cd "$(UNIT_DIR)" && chmod 644 $(UNITS)

uninstall:
	rm -f "$(MAN_DIR)"/man1/railhead.1 "$(MAN_DIR)"/man1/railhead-*.1 "$(MAN_DIR)"/man5/railhead-*.5
	rm -f "$(BASH_DIR)/railhead" "$(ZSH_DIR)/_railhead" "$(FISH_DIR)/railhead.fish"
	rm -f "$(BIN_DIR)/railhead" "$(WORDS_DIR)"/*/LC_MESSAGES/railhead.mo
	cd "$(UNIT_DIR)" 2>/dev/null && rm -f $(UNITS) && rmdir railhead@.service.d || true
	rm -rf "$(DOC_DIR)" "$(BOARD_DIR)" "$(WEB_DIR)"
	rmdir "$(DESTDIR)$(PREFIX)/share/railhead" 2>/dev/null || true

# What git has, as it is in this folder, and what a machine without Node.js and network cannot build.
ARCHIVE  = build/railhead-$(VERSION).tar.gz

dist: web build/gen/land.c
	tools/dist railhead-$(VERSION) $(ARCHIVE)

deb: all web
	tools/deb

deb-test: all web
	RAILHEAD=$(BUILD)/railhead tests/setup/debian.test

reproducible:
	tools/reproducible

bare-test:
	tools/bare-test

coverage:
	tools/coverage

C_FILES = $(wildcard bench/*.[ch] bench/*/*.[ch] examples/*.[ch] examples/*/*.[ch] include/*/*.h src/*/*.[ch] src/*/*/*.[ch] \
                     tests/*.[ch] tests/*/*.[ch] tools/*.c)

format:
	clang-format -i $(C_FILES)

include-table:
	tools/include-table

test-index:
	tools/test-index > tests/README.md

clean:
	rm -rf build

FORCE:
.PHONY: all tests include-table test-index simulate prove-simulator replay check check-long kill-test mpi-test prove bench-programs fuzz fuzz-targets \
        pot po wasm wasm-engine protocol web docs javascript install install-docs install-pages install-service install-web dist deb deb-test reproducible bare-test uninstall coverage format clean FORCE
.DELETE_ON_ERROR:
.SECONDARY:

OBJECTS = $(LIB_OBJ) $(HELPER_OBJ) $(SIMULATE_OBJ) $(TEST_BASE) $(APART:%.c=$(BUILD)/%.o) $(BENCH_OBJ) $(TEST_BIN:%=%.o) \
          $(FUZZ_BIN:%=%.o) $(BENCH_BIN:%=%.o) $(LOAD_OBJ) $(NEXT_OBJ) $(BUILD)/tests/fuzz/replay.o $(WASM_SIMD) $(WASM_PLAIN) \
          $(WASM_ENGINE_SIMD) $(WASM_ENGINE_PLAIN)
-include $(patsubst %.o,%.d,$(filter %.o,$(OBJECTS)))
