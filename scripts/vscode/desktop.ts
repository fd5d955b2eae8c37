import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { cacheFolder, findOnPath, isExecutable } from '../paths.ts';
import { unreachable } from './browserDownload.ts';

/** A VS Code with its own windows. */
export interface Desktop {
  readonly executable: string;
  readonly version: string;
  readonly name: string;
}

interface Product {
  readonly nameLong?: string;
  readonly version?: string;
}

const downloads = 'https://update.code.visualstudio.com';
const genuine = /^(Visual Studio Code|Code - OSS)/;
/** The resources of the program, relative to the real path of its `code` command. */
const resources = ['..', '../resources/app', '../../resources/app'];
/** The program itself, relative to its resources/app folder. */
const programs: Readonly<Record<string, readonly string[]>> = {
  linux: ['../../code', '../../code-insiders', '../../code-oss'],
  darwin: ['../../MacOS/Code', '../../MacOS/Electron'],
  win32: ['../../Code.exe', '../../Code - Insiders.exe', '../../../Code.exe'],
};

/**
 * The desktop VS Code behind `code` on PATH. Other commands have that name too: those of a VS Code terminal, of
 * code-server, or (in WSL) of Windows. That is why the product file is read.
 */
export function findDesktop(command: string | undefined = findOnPath('code')): Desktop | undefined {
  if (command === undefined) return undefined;
  const bin = dirname(realpathSync(command));
  for (const relative of resources) {
    const resources = join(bin, relative);
    const product = readProduct(join(resources, 'product.json'));
    if (!product?.nameLong || !genuine.test(product.nameLong)) continue;
    const version = product.version ?? readProduct(join(resources, 'package.json'))?.version;
    const executable = (programs[process.platform] ?? [])
      .map(program => join(resources, program))
      .find(isExecutable);
    if (version && executable) return { executable, version, name: product.nameLong };
  }
  return undefined;
}

function readProduct(path: string): Product | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Product) : undefined;
}

/** Finds a desktop VS Code in the cache or downloads it there; `undefined` if that fails. */
export async function downloadDesktop(release: string): Promise<Desktop | undefined> {
  const problem = await unreachable(downloads);
  if (problem !== undefined) {
    console.log(`A desktop VS Code cannot be downloaded (${problem}).`);
    return undefined;
  }
  try {
    const executable = await downloadAndUnzipVSCode({ version: release, cachePath: cacheFolder });
    return { executable, version: release, name: 'Visual Studio Code, downloaded' };
  } catch (error) {
    console.log(`A desktop VS Code could not be downloaded (${error}).`);
    return undefined;
  }
}
