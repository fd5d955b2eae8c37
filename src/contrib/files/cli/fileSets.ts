import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Localizer } from '../../../base/localizer.ts';
import type { CliContext } from '../../../cli/cliContext.ts';
import { type ReadContext, showJobProgress } from '../../../cli/namedObjects.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { diskFolder } from '../common/diskFolder.ts';
import { manifestName } from '../common/exportedFolder.ts';
import type { Plan } from '../common/filePlan.ts';
import { type FileSet, readManifest } from '../common/fileSet.ts';
import { isOwnServer } from '../common/manifest.ts';
import type { StateOptions } from '../common/serverState.ts';

/** Whether the operand is a file, and not a folder of files. */
export function isFileOperand({ operands: [path = '.'] }: Pick<CliContext, 'operands'>): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The folder of the file set. */
export function folderOf({ operands, localizer }: Pick<CliContext, 'operands' | 'localizer'>): string {
  const [folder = '.', ...others] = operands;
  if (others.length > 0) throw new UsageError(localizer.t('Pass one folder.'));
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(localizer.t('“{path}” is not a folder.', { path: folder }));
  return resolve(folder);
}

export function readingProgress(context: ReadContext): StateOptions {
  return { signal: context.signal, onProgress: (done, all) => showJobProgress(done, all, context) };
}

/** The path of a file of the set, relative to the current folder. */
export function placeIn({
  operands: [folder = '.'],
}: Pick<CliContext, 'operands'>): (path: string) => string {
  return path => join(folder, path);
}

/** IDs in files are only valid on the server that the manifest names. */
export function noteOtherServer(
  { output, localizer, options }: Pick<CliContext<'server-name'>, 'output' | 'localizer' | 'options'>,
  { manifest }: Pick<FileSet, 'manifest'>,
  server: Plan['server'],
): void {
  if (manifest === undefined || isOwnServer(manifest, server) || output.isDocument) return;
  if (manifest.fingerprint === undefined && options.has('server-name')) return;
  const words = { files: manifest.server, server: server.name, manifest: manifestName };
  output.note(
    manifest.fingerprint === undefined
      ? localizer.t(
          'The files belong to “{files}”, but this server is “{server}”. If it is the same, pass --server-name "{files}".',
          words,
        )
      : localizer.t(
          'The files belong to “{files}” at another address than this server, “{server}”. If it is the same, remove "fingerprint" from {manifest}.',
          words,
        ),
  );
}

/** The names of the servers that the files in the current folder and those in it belong to. */
export async function serversHere(localizer: Localizer): Promise<readonly string[]> {
  const folders = readdirSync('.', { withFileTypes: true }).filter(entry => entry.isDirectory());
  const places = ['.', ...folders.map(({ name }) => join('.', name))];
  const manifests = await Promise.all(places.map(place => readManifest(diskFolder(place), localizer)));
  return [...new Set(manifests.flatMap(({ manifest }) => manifest?.server ?? []))];
}
