// Bundles the extension. Large modules become separate files that load on first use: see docs/architecture.md.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import process from 'node:process';
import { build, transform } from 'esbuild';
import { cliBundle } from './scripts/cliBundle.mjs';
import { hostGlobals } from './scripts/hostGlobals.mjs';
import { manifestVersion } from './scripts/manifestVersion.mjs';
import { usedIcons } from './scripts/usedIcons.mjs';
import { vscodeNames } from './scripts/vscodeNames.mjs';

const isProduction = process.argv.includes('--production');

/** Modules bundled into separate files, which their importers load with `require` at run time. */
const chunks = {
  '../server/httpServer.ts': 'demo',
  undici: 'undici',
};

const separateChunks = {
  name: 'separate-chunks',
  setup(setup) {
    setup.onResolve({ filter: /^(\.\.\/server\/httpServer\.ts|undici)$/ }, args => {
      // Only dynamic imports can be deferred; an entry point stays where it is.
      if (args.kind !== 'dynamic-import') return undefined;
      return { path: `./${chunks[args.path]}.cjs`, external: true };
    });
    setup.onResolve({ filter: /^\.\/app\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: resolve('scripts/loadApp.mjs') } : undefined,
    );
  },
};

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  define: hostGlobals,
  // In VS Code, Node's ES module loader runs on another thread, so `import()` is asynchronous; `require` returns at
  // once.
  supported: { 'dynamic-import': false },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  // The UMD builds that some packages name as "main" hide their requires from the bundler.
  mainFields: ['module', 'main'],
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  write: false,
  logLevel: 'warning',
  plugins: [separateChunks, vscodeNames, manifestVersion],
};

const result = await build({
  ...options,
  entryPoints: {
    extension: 'src/extension.ts',
    demo: 'src/contrib/demo/server/httpServer.ts',
    undici: 'scripts/undiciParts.cjs',
  },
});
/** The app in two parts, plus the code they share: `later.ts` loads once the first rows are visible. */
const app = await build({
  ...options,
  format: 'esm',
  supported: {},
  splitting: true,
  chunkNames: 'shared',
  sourcemap: isProduction ? false : 'inline',
  entryPoints: { app: 'src/app.ts', later: 'src/later.ts' },
});
const appFiles = (await Promise.all(app.outputFiles.map(asCommonJs))).flat();
const cli = await build({
  ...cliBundle,
  outdir: 'dist',
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  write: false,
});
/** The code of the pages: in ES module format, and without source maps when packaged. */
const web = await build({
  bundle: true,
  platform: 'browser',
  target: 'chrome132',
  format: 'iife',
  outdir: 'dist/web',
  entryPoints: await pageParts(),
  plugins: [usedIcons('src/pages/codicon.css')],
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const metafile = {
  inputs: {
    ...result.metafile.inputs,
    ...app.metafile.inputs,
    ...cli.metafile.inputs,
    ...web.metafile.inputs,
  },
  outputs: {
    ...result.metafile.outputs,
    ...app.metafile.outputs,
    ...cli.metafile.outputs,
    ...web.metafile.outputs,
  },
};
for (const { path, text } of web.outputFiles) {
  // These are inlined into the pages, so they must not close their tag or open a comment.
  if (/\.(js|css)$/.test(path) && /<\/(?:script|style)|<!--/i.test(text))
    throw new Error(`${path} cannot be inside a page`);
}
for (const { path, contents } of [...result.outputFiles, ...appFiles, ...web.outputFiles])
  await put(path, contents);
for (const { path, contents, text } of cli.outputFiles)
  await put(
    path,
    isProduction ? `${text}\n${await licenceComment(Object.keys(cli.metafile.inputs))}` : contents,
  );
await put('dist/metafile.json', JSON.stringify(metafile));
await put('dist/THIRD_PARTY_NOTICES.txt', await thirdPartyNotices(Object.keys(metafile.inputs)));
for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
  if (/\.(cjs|js|css)$/.test(file)) console.log(`${file} ${Math.round(bytes / 1024)} kB`);
}

/** The script and the styles of the form, and `page/main.*` of each contribution that has a page. */
async function pageParts() {
  const pages = (await readdir('src/contrib')).filter(name => existsSync(`src/contrib/${name}/page/main.ts`));
  return [
    { in: 'src/formPage.ts', out: 'form' },
    { in: 'src/formPage.css', out: 'form' },
    ...pages.flatMap(name =>
      ['ts', 'css'].map(kind => ({ in: `src/contrib/${name}/page/main.${kind}`, out: name })),
    ),
  ];
}

/** esbuild splits code only in ES module format, which the extension host of VS Code 1.99 cannot load. */
async function asCommonJs({ path, text }) {
  const { code, map } = await transform(withPlainExports(text), {
    format: 'cjs',
    platform: 'node',
    target: options.target,
    supported: { 'dynamic-import': false },
    minify: isProduction,
    sourcemap: isProduction ? false : 'external',
    sourcefile: basename(path),
  });
  if (isProduction) return [{ path, contents: code }];
  const link = `//# sourceMappingURL=${basename(path)}.map\n`;
  return [
    { path, contents: code + link },
    { path: `${path}.map`, contents: map },
  ];
}

/** Exports plain properties: esbuild would define a getter for each, though none changes once its file has loaded. */
function withPlainExports(text) {
  const imported = names => names.replace(/([\w$]+) as ([\w$]+)/g, '$1: $2');
  const exported = names => names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1');
  return text
    .replace(
      /import\s*\{([^{}]*)\}\s*from\s*"(\.\/shared\.cjs)";/,
      (_, names, file) => `const {${imported(names)}} = require("${file}");`,
    )
    .replace(
      /export\s*\{([^{}]*)\};(\s*(?:\/\/# sourceMappingURL=\S+\s*)?)$/,
      (_, names, end) => `module.exports = {${exported(names)}};${end}`,
    );
}

/** Writes atomically: a running VS Code reads either the old file or the new one. */
async function put(path, contents) {
  const unfinished = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

/** The licenses of all bundled packages, which require that they be distributed with the code. */
async function thirdPartyNotices(inputs) {
  const folders = inputs.map(input => /^.*?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]);
  const notices = [...new Set(folders)]
    .filter(folder => folder !== undefined)
    .sort()
    .map(notice);
  return (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n\n`);
}

/** For the command line, which ships as a single file. */
async function licenceComment(inputs) {
  return `/*\n${(await thirdPartyNotices(inputs)).replaceAll('*/', '* /')}*/\n`;
}

async function notice(folder) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const file = (await readdir(folder)).find(entry => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined
      ? 'The package comes without a file of its licence.'
      : await readFile(`${folder}/${file}`, 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
