import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDirectory = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

export interface ProjectFile {
  /** Relative to the project directory, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The TypeScript files in a project folder and its subfolders. */
export function typeScriptFiles(folder: string): ProjectFile[] {
  return readdirSync(join(projectDirectory, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.ts'))
    .sort()
    .map(path => ({ path, text: readFileSync(join(projectDirectory, path), 'utf8') }));
}

/** Whether contributions were taken out of this copy (`npm run takeout`): what only they need may remain. */
export const isTakeout = process.env['TAKEOUT'] !== undefined;
