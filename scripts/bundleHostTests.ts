import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { outFolder, repositoryRoot } from './paths.ts';

export interface BundledTests {
  /** The module that VS Code loads and runs. */
  readonly entry: string;
  remove(): Promise<void>;
}

/** Bundles test/host, and what contributions have beside it, for VS Code's extension host: one CommonJS file for each test file. */
export async function bundleHostTests(): Promise<BundledTests> {
  // A folder for each run, so that parallel runs do not overwrite each other's files
  const folder = join(outFolder, 'host-tests', String(process.pid));
  await build({
    absWorkingDir: repositoryRoot,
    entryPoints: ['test/host/index.ts', ...(await hostTests())],
    outbase: 'test',
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The CommonJS files of some packages load modules in ways that a bundler cannot resolve
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
    // Support files of other tests locate their fixtures with it; host tests use none of those
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return {
    entry: join(folder, 'host/index.cjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function hostTests(): Promise<string[]> {
  const files = await readdir(join(repositoryRoot, 'test'), { recursive: true });
  return files
    .map(file => `test/${file.replaceAll('\\', '/')}`)
    .filter(file => /^test\/(?:contrib\/\w+\/)?host\/.*\.test\.ts$/.test(file));
}
