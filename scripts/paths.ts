import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../', import.meta.url)).replace(/[\\/]$/, '');

/** Downloaded and installed VS Codes; ignored by git, safe to delete. */
export const cacheFolder = join(repositoryRoot, '.vscode-test');
/** Readable output of test runs. */
export const outFolder = join(repositoryRoot, 'out');
export const logFolder = join(outFolder, 'logs');
export const screenshotFolder = join(outFolder, 'screenshots');

/** The npm executable, which is a .cmd file on Windows. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export interface ExtensionManifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}

export function readManifest(folder: string = repositoryRoot): ExtensionManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

export function extensionId(folder: string = repositoryRoot): string {
  const { publisher, name } = readManifest(folder);
  return `${publisher}.${name}`;
}

/** The full path of a program on PATH, as `which` would return it. */
export function findOnPath(program: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const ending of endings) {
      const candidate = join(folder, program + ending);
      if (folder !== '' && isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing and not executable are treated alike
    return false;
  }
}
