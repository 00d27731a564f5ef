{
  description = "Mac Hack Six, the chess program of 1967, on an emulated PDP-6";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      for-each = nixpkgs.lib.genAttrs systems;
      manifest = (nixpkgs.lib.importTOML ./Cargo.toml).workspace.package;
    in
    {
      packages = for-each (system: {
        default = nixpkgs.legacyPackages.${system}.rustPlatform.buildRustPackage {
          pname = "machack";
          version = manifest.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "-p" "pdp6" "-p" "midas-pdp6" "-p" "machack" "--bins" ];
          # The whole suite takes minutes and drives terminals; `.ci/run` runs it.
          doCheck = false;
          nativeBuildInputs = [ nixpkgs.legacyPackages.${system}.installShellFiles ];
          postInstall = ''
            for command in machack pdp6 midas; do
              $out/bin/$command manual --dir man
              for shell in bash zsh fish; do $out/bin/$command completions $shell > $command.$shell; done
              installShellCompletion $command.bash $command.zsh $command.fish
            done
            installManPage man/*
          '';
          meta = {
            description = "Chess program of 1967 on an emulated PDP-6, with the emulator and the assembler";
            license = with nixpkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "machack";
          };
        };
      });
    };
}
