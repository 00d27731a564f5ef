# For OpenBench, which runs `make EXE=NAME` and then starts the file of that name in this folder.
EXE = machack-uci
ifeq ($(OS),Windows_NT)
SUFFIX = .exe
endif

.PHONY: engine
engine:
	cargo build --release --locked --package machack --bin machack-uci
	cp target/release/machack-uci$(SUFFIX) $(basename $(EXE))$(SUFFIX)
