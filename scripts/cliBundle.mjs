import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { manifestVersion } from './manifestVersion.mjs';

/** Bundles only the parts of undici that are used, as in the extension. */
const undiciParts = {
  name: 'undici-parts',
  setup(setup) {
    setup.onResolve({ filter: /^undici$/ }, () => ({
      path: fileURLToPath(new URL('undiciParts.cjs', import.meta.url)),
    }));
  },
};

/** What only `device-automation mcp` needs is a file of its own: it would cost every other command 20 ms. */
export const mcpFile = 'device-automation-mcp';
const separateMcp = {
  name: 'separate-mcp',
  setup(setup) {
    setup.onResolve({ filter: /^\.\/sdk\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${mcpFile}.cjs`, external: true } : undefined,
    );
  },
};

const mcpSource = 'src/contrib/agents/cli/sdk.ts';
export const mcpEntry = existsSync(new URL(`../${mcpSource}`, import.meta.url))
  ? { [mcpFile]: mcpSource }
  : {};

/** The esbuild options for the command line, which becomes a single file, and a second one for `mcp`. */
export const cliBundle = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  entryPoints: { cli: 'src/main.ts', ...mcpEntry },
  outExtension: { '.js': '.cjs' },
  // The UMD builds that some packages name as "main" hide their requires from the bundler.
  mainFields: ['module', 'main'],
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
  plugins: [undiciParts, separateMcp, manifestVersion],
};
