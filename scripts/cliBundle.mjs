import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { manifestVersion } from './manifestVersion.mjs';
import { packedProgram } from './packedProgram.mjs';

/** Bundles only the parts of undici that are used, as in the extension. */
const undiciParts = {
  name: 'undici-parts',
  setup(setup) {
    setup.onResolve({ filter: /^undici$/ }, () => ({
      path: 'undici',
      namespace: 'undici-parts',
    }));
    // Split bundles export a CommonJS module only as `default`.
    setup.onLoad({ filter: /.*/, namespace: 'undici-parts' }, () => ({
      contents: `import parts from './undiciParts.cjs';
export const { Agent, Client, Pool, buildConnector, request } = parts;`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
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

/** Translations, compressed: every start would parse them, in other languages as well. */
const packedTexts = {
  name: 'packed-texts',
  setup(setup) {
    setup.onLoad({ filter: /bundle\.l10n\.\w+\.json$/ }, ({ path }) => {
      const packed = deflateRawSync(readFileSync(path)).toString('base64');
      return {
        contents: `import { inflateRawSync } from 'node:zlib';
export default JSON.parse(inflateRawSync(Buffer.from('${packed}', 'base64')).toString());`,
        loader: 'js',
      };
    });
  },
};

const mcpSource = 'src/contrib/agents/cli/sdk.ts';

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  // The UMD builds that some packages name as "main" hide their requires from the bundler.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  metafile: true,
  write: false,
};

/**
 * Builds the command line, which becomes a single file, and a second one for `mcp`. Resolves with the files and the
 * input files.
 */
export async function buildCli(outdir, { minify = false, absWorkingDir = process.cwd() } = {}) {
  const options = { ...common, outdir, minify, absWorkingDir };
  const program = await build({
    ...options,
    entryPoints: { cli: 'src/main.ts' },
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    plugins: [undiciParts, separateMcp, packedTexts, manifestVersion],
  });
  const text = await packedProgram(program.outputFiles, 'cli.js', { target: common.target, minify });
  const files = [{ path: resolve(absWorkingDir, outdir, 'cli.cjs'), text }];
  const inputs = { ...program.metafile.inputs };
  if (existsSync(resolve(absWorkingDir, mcpSource))) {
    const mcp = await build({
      ...options,
      entryPoints: { [mcpFile]: mcpSource },
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      plugins: [manifestVersion],
    });
    files.push(...mcp.outputFiles.map(({ path, text: code }) => ({ path, text: code })));
    Object.assign(inputs, mcp.metafile.inputs);
  }
  return { files, inputs };
}
