import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plan } from '../files/filePlan.ts';
import type { FileSet } from '../files/fileSet.ts';
import { isOwnServer, manifestName } from '../files/manifest.ts';
import { type FileProblem, fileProblemText } from '../files/objectFile.ts';
import type { StateOptions } from '../files/serverState.ts';
import type { CliContext } from './cliContext.ts';
import type { ReadContext } from './objects.ts';
import { UsageError } from './usageError.ts';

/** What texts about files are made from. */
export type FileTextContext = Pick<CliContext, 'operands' | 'localizer'>;

/** The folder of the file set. */
export function folderOf({ operands, localizer }: FileTextContext): string {
  const [folder = '.', ...others] = operands;
  if (others.length > 0) throw new UsageError(localizer.t('Pass one folder.'));
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(localizer.t('“{path}” is not a folder.', { path: folder }));
  return resolve(folder);
}

export function readingProgress({ output, localizer, signal }: ReadContext): StateOptions {
  const onProgress = (done: number, all: number | undefined) =>
    output.progress(localizer.t('Reading jobs: {done} of {all}', { done, all: all ?? '?' }));
  return { signal, onProgress };
}

/**
 * `plant/jobs/nightly.job.jsonc:3:5: error: …`, a format that editors and CI recognize, relative to the current
 * folder.
 */
export function problemLines(
  problems: readonly FileProblem[],
  { operands: [folder = '.'], localizer: { t } }: FileTextContext,
): readonly string[] {
  const words = { error: t('error'), warning: t('warning') };
  return problems.map(
    ({ path, line, column, severity, ...problem }) =>
      `${join(folder, path)}:${line}:${column}: ${words[severity]}: ${fileProblemText(problem)}`,
  );
}

/** IDs in files are only valid on the server that the manifest names. */
export function noteOtherServer(
  { output, localizer, options }: Pick<CliContext, 'output' | 'localizer' | 'options'>,
  { manifest }: Pick<FileSet, 'manifest'>,
  server: Plan['server'],
): void {
  if (manifest === undefined || isOwnServer(manifest, server) || output.isJson) return;
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
