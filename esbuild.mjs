// Bundles the extension. Heavy parts are files of their own, loaded by the first use: see docs/architecture.md.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { build, transform } from 'esbuild';
import { cliBundle } from './scripts/cliBundle.mjs';
import { hostGlobals } from './scripts/hostGlobals.mjs';
import { usedIcons } from './scripts/usedIcons.mjs';
import { vscodeNames } from './scripts/vscodeNames.mjs';

const isProduction = process.argv.includes('--production');

/** Modules that become files of their own: what imports them at run time requires that file. */
const chunks = {
  './app.ts': 'app',
  '../demo/server.ts': 'demo',
  undici: 'undici',
};

const separateChunks = {
  name: 'separate-chunks',
  setup(setup) {
    setup.onResolve({ filter: /^(\.\/app\.ts|\.\.\/demo\/server\.ts|undici)$/ }, args => {
      // Only a dynamic import may be put off; an entry point is bundled where it is.
      if (args.kind !== 'dynamic-import') return undefined;
      return { path: `./${chunks[args.path]}.cjs`, external: true };
    });
  },
};

const options = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  define: hostGlobals,
  // An import of Node goes through its loader of ES modules, which VS Code has in another thread: require is at once.
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
  plugins: [separateChunks, vscodeNames],
};

const result = await build({
  ...options,
  entryPoints: {
    extension: 'src/extension.ts',
    demo: 'src/demo/server.ts',
    undici: 'scripts/undiciParts.cjs',
  },
});
/** The app in two parts, and what both use: `later.ts` is loaded when the first rows are there. */
const app = await build({
  ...options,
  format: 'esm',
  supported: {},
  splitting: true,
  chunkNames: 'shared',
  sourcemap: isProduction ? false : 'inline',
  entryPoints: { app: 'src/app.ts', later: 'src/app/later.ts' },
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
/** What is inside the pages: in the browser's own format, without maps in a package. */
const web = await build({
  bundle: true,
  platform: 'browser',
  target: 'chrome132',
  format: 'iife',
  outdir: 'dist/web',
  entryPoints: [
    'src/webview/form.ts',
    'src/webview/form.css',
    'src/webview/timeline.ts',
    'src/webview/timeline.css',
  ],
  plugins: [usedIcons('src/webview/codicon.css')],
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
  // They are inside the pages: nothing in them may end there, or begin a comment.
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

/** esbuild splits modules of the new format only; the extension host of VS Code 1.99 loads none of these. */
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

/** Exports as plain properties: esbuild would define a getter for each, though none changes once its file is loaded. */
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

/** A VS Code that runs meanwhile reads the old file or the new one, and never half of it. */
async function put(path, contents) {
  const unfinished = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

/** The licences of all packages whose code is in the bundles: they ask to be passed on with it. */
async function thirdPartyNotices(inputs) {
  const folders = inputs.map(input => /^.*?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]);
  const notices = [...new Set(folders)]
    .filter(folder => folder !== undefined)
    .sort()
    .map(notice);
  return (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n\n`);
}

/** For the one file of the command line, which has no other file beside it. */
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
