import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fieldRow } from '../fields/objectFields.ts';
import { countActions, type FieldChange, type Plan, type PlanItem } from '../files/filePlan.ts';
import type { FileSet } from '../files/fileSet.ts';
import { type FileProblem, fileProblemText } from '../files/fileText.ts';
import { isOwnServer, manifestName } from '../files/manifest.ts';
import { objectTitle, type StateOptions } from '../files/serverState.ts';
import { displayText } from '../util/displayText.ts';
import { isRecord } from '../util/json.ts';
import type { Localizer } from '../util/localizer.ts';
import type { CliContext } from './cliContext.ts';
import type { ReadContext } from './objects.ts';
import { UsageError } from './optionTable.ts';

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

const signs = {
  create: '+',
  change: '~',
  rename: '~',
  delete: '-',
  blocked: '!',
  unchanged: '=',
} as const;

/** Each item of a plan with its fields and problems; what stays as it is on the server is only counted. */
export function planLines({ items, problems, isComplete }: Plan, words: FileTextContext): readonly string[] {
  const shown = items.flatMap(item => itemLines(item, words));
  const counts = [...(shown.length + problems.length > 0 ? [''] : []), summary(items, words.localizer)];
  return [
    ...problemLines(problems, words),
    ...shown,
    // If no file was readable, there is nothing to count.
    ...(items.length === 0 && !isComplete ? [] : counts),
  ];
}

function itemLines(item: PlanItem, words: FileTextContext): readonly string[] {
  const { localizer } = words;
  const { action, changes, problems } = item;
  if (action === 'onlyOnServer' || (action === 'unchanged' && problems.length === 0)) return [];
  const fields = changes
    .filter(({ after }) => action !== 'create' || !isEmpty(after))
    .map(change => `    ${changeText(change, localizer)}`);
  return [
    `${signs[action]} ${titleOf(item, localizer)}`,
    ...fields,
    ...problemLines(problems, words).map(line => `    ${line}`),
  ];
}

/** The kind, name and file of an item. */
export function titleOf(item: PlanItem, localizer: Localizer): string {
  const { kind, name, previousName, file } = item;
  const { t } = localizer;
  const after = objectTitle(item, localizer);
  const before =
    previousName === undefined ? undefined : objectTitle({ ...item, name: previousName }, localizer);
  const title = before === undefined ? after : t('{before} → {after}', { before, after });
  const place = file === undefined ? '' : ` (${file.path})`;
  if ([name, previousName ?? name].some(text => displayText(text) === '')) return `${title}${place}`;
  return `${kind === 'job' ? t('job') : t('group')} ${title}${place}`;
}

function changeText({ field, before, after }: FieldChange, localizer: Localizer): string {
  const label = fieldRow(field)?.label(localizer) ?? field;
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before.map(valueText), after.map(valueText)];
    const parts = [
      ...now.filter(item => !old.includes(item)).map(item => `+ ${item}`),
      ...old.filter(item => !now.includes(item)).map(item => `- ${item}`),
    ];
    if (parts.length > 0) return `${label}: ${parts.join(', ')}`;
  }
  if (before === undefined) return `${label}: ${valueText(after)}`;
  return `${label}: ${localizer.t('{before} → {after}', { before: valueText(before), after: valueText(after) })}`;
}

/** Quoted, to make spaces and line breaks visible. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ') || '[]';
  return isRecord(value) || typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function summary(items: readonly PlanItem[], { t }: Localizer): string {
  const { create, change, rename, delete: remove, unchanged, blocked, onlyOnServer } = countActions(items);
  const pending = { create, change, rename, remove };
  const rest = { unchanged, blocked, onlyOnServer };
  return [
    t('To create: {create}, to change: {change}, to rename: {rename}, to delete: {remove}.', pending),
    t('Up to date: {unchanged}, cannot be applied: {blocked}, only on the server: {onlyOnServer}.', rest),
  ].join(' ');
}

/** A plan for other programs. */
export function planJson({ server, isOwnServer, isComplete, items, problems }: Plan): unknown {
  return {
    server: { name: server.name, url: server.url },
    ownServer: isOwnServer,
    complete: isComplete,
    counts: countActions(items),
    items: items.map(itemJson),
    problems,
  };
}

export function itemJson({ action, kind, name, previousName, id, file, changes, problems }: PlanItem) {
  return { action, kind, name, previousName, id, file: file?.path, changes, problems };
}
