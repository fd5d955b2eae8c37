import { fileURLToPath } from 'node:url';

/** Bundles only the parts of undici that are used, as in the extension. */
const undiciParts = {
  name: 'undici-parts',
  setup(setup) {
    setup.onResolve({ filter: /^undici$/ }, () => ({
      path: fileURLToPath(new URL('undiciParts.cjs', import.meta.url)),
    }));
  },
};

/** The esbuild options for the command line, which becomes a single file. */
export const cliBundle = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  entryPoints: { cli: 'src/cli/main.ts' },
  outExtension: { '.js': '.cjs' },
  // The UMD builds that some packages name as "main" hide their requires from the bundler.
  mainFields: ['module', 'main'],
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
  plugins: [undiciParts],
};
