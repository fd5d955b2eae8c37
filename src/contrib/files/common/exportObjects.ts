import { labeledFields, type ObjectKind } from '../../../api/fields/objectFields.ts';
import { groupKey } from '../../../api/model/group.ts';
import { objectTitle } from '../../../api/model/objectTitle.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { ascending, groupBy } from '../../../base/collections.ts';
import { listNames } from '../../../base/displayText.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { inSlices, mapInSteps, type Steps } from '../../../base/steps.ts';
import { differingFields } from './comparison.ts';
import { manifestName } from './exportedFolder.ts';
import { fileText, privateFields, toFileDraft } from './fileDrafts.ts';
import { type KindMatches, matchFileSet } from './fileMatches.ts';
import { newPaths } from './fileNames.ts';
import type { References } from './fileResolution.ts';
import { type FileSet, fileEndings, parseManifest } from './fileSet.ts';
import { withField, withValue } from './fileText.ts';
import { mostBytes } from './folderReading.ts';
import { newManifest } from './manifest.ts';
import { type ObjectFile, readObjectFile } from './objectFiles.ts';
import { identityOf, type ServerObject, type ServerState } from './serverState.ts';

/** A file to write; its path is relative to the folder of the set. */
export interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** The previous text of the file; `undefined` for a new one. */
  readonly before: string | undefined;
}

/** The objects that the user selected for export; `undefined` exports everything that the manifest manages. */
export interface ExportChoice {
  readonly jobIds: ReadonlySet<number>;
  /** Keys of groups, as returned by `groupKey`, or IDs. */
  readonly groups: ReadonlySet<string | number>;
}

export interface ExportOptions {
  readonly fileSet: Pick<FileSet, 'manifest' | 'manifestText' | 'files'>;
  readonly state: ServerState;
  readonly localizer: Localizer;
  readonly choice?: ExportChoice | undefined;
  readonly signal?: AbortSignal;
}

export interface ExportPlan extends Omissions {
  /** The manifest that belongs to the files, even if it is unchanged. */
  readonly manifestText: string;
  readonly writes: readonly FileWrite[];
  /** The number of objects whose files are up to date. */
  readonly unchanged: number;
}

interface Omissions {
  /** Objects without an ID that no file can identify: others share their name, or they have none. */
  readonly skipped: readonly ServerObject[];
  /** Objects whose files would be too long to be read again. */
  readonly tooLong: readonly ServerObject[];
  /** The number of fields that are left out because they may contain secrets or the server's address. */
  readonly hiddenFields: number;
  /**
   * In an export of all objects, the files without an object on the server. They stay, and applying them would create
   * their objects.
   */
  readonly withoutObject: readonly string[];
}

/**
 * The files to write so that a set matches the server. Files that are up to date keep their comments and order; in
 * others, only the differing fields change.
 */
export function exportObjects({ signal, ...options }: ExportOptions): Promise<ExportPlan> {
  return inSlices(exportSteps(options), responseSlices(signal));
}

function* exportSteps({ fileSet, state, localizer, choice }: ExportOptions): Steps<ExportPlan> {
  const { groups, jobs } = yield* matchFileSet(fileSet, state, localizer);
  const exports = [yield* exportKind(groups, choice), yield* exportKind(jobs, choice)];
  const entries = exports.flatMap(kind => kind.entries);
  const manifestText = withUsedLabels(fileSet, state, jobs.references);
  const before = fileSet.manifestText;
  const manifest = manifestText === before ? [] : [{ path: manifestName, text: manifestText, before }];
  return {
    manifestText,
    writes: [
      ...manifest,
      ...entries.flatMap(({ write }) => (write === undefined || isTooLong(write) ? [] : write)),
    ],
    unchanged: entries.filter(({ write }) => write === undefined).length,
    skipped: exports.flatMap(kind => kind.skipped),
    tooLong: entries.flatMap(({ object, write }) => (write !== undefined && isTooLong(write) ? object : [])),
    hiddenFields: exports.reduce((sum, kind) => sum + kind.hiddenFields, 0),
    withoutObject: choice === undefined ? [groups, jobs].flatMap(findFilesWithoutObject) : [],
  };
}

function isTooLong({ text }: FileWrite): boolean {
  return text.length > mostBytes / 4 && Buffer.byteLength(text) > mostBytes;
}

/** The chosen objects with what is to be written for them, first those that have a file. */
function* exportKind(matches: KindMatches, choice: ExportChoice | undefined) {
  const fileOf = new Map(
    matches.resolved.map(resolved => [matches.byFile.get(resolved.file)?.object, resolved] as const),
  );
  const chosen = matches.objects.filter(object => isChosen(object, choice));
  yield;
  const added: ServerObject[] = [];
  const known = yield* mapInSteps(chosen, object => {
    const found = fileOf.get(object);
    if (found !== undefined) return { object, write: update(found, object, matches) };
    added.push(object);
    return undefined;
  });
  const byIdentity = groupBy(matches.objects, identityOf);
  /** Whether only the ID tells the object from others. */
  const needsKey = (object: ServerObject) =>
    (byIdentity.get(identityOf(object)) ?? []).length > 1 ||
    (object.name.trim() === '' && object.dn.trim() === '');
  const isSkipped = (object: ServerObject) => needsKey(object) && object.id === undefined;
  const created = added.filter(object => !isSkipped(object));
  const named = created.map(object => ({
    name: object.name,
    identity: needsKey(object) ? `${identityOf(object)} #${object.id}` : identityOf(object),
  }));
  const taken = matches.resolved.map(({ file }) => file.path);
  const paths = newPaths(matches.kind, matches.rules.folder, named, taken);
  const placed = created.map((object, index) => ({ object, path: paths[index] ?? '' }));
  const fresh = yield* mapInSteps(placed, ({ object, path }) => {
    const own = needsKey(object) && object.id !== undefined ? { $key: object.id } : {};
    return { object, write: { path, text: fileText(toFileDraft(object, matches), own), before: undefined } };
  });
  const hidden = yield* mapInSteps(chosen, object => privateFields(object, matches).length);
  return {
    entries: [...known.filter(entry => entry !== undefined), ...fresh],
    skipped: added.filter(isSkipped),
    hiddenFields: hidden.reduce((sum, count) => sum + count, 0),
  };
}

/** `undefined` if the file is up to date. */
function update(
  { file, draft: own }: KindMatches['resolved'][number],
  object: ServerObject,
  matches: KindMatches,
): FileWrite | undefined {
  const fields = differingFields(own, object, matches.rules);
  if (fields.length === 0) return undefined;
  const draft = toFileDraft(object, matches);
  const text = fields.reduce((before, field) => withField(before, field, draft[field]), file.text);
  return text === file.text ? undefined : { path: file.path, text, before: file.text };
}

function findFilesWithoutObject({ resolved, byFile, ambiguous }: KindMatches): string[] {
  return resolved.flatMap(({ file }) => (byFile.has(file) || ambiguous.has(file) ? [] : file.path));
}

function isChosen({ kind, id, name, dn }: ServerObject, choice: ExportChoice | undefined): boolean {
  if (choice === undefined) return true;
  if (kind === 'job') return id !== undefined && choice.jobIds.has(id);
  return choice.groups.has(groupKey({ name, dn })) || (id !== undefined && choice.groups.has(id));
}

/** Adds the labels that exported jobs use to the text of the manifest. */
function withUsedLabels(
  { manifest, manifestText }: Pick<FileSet, 'manifest' | 'manifestText'>,
  { server, jobs }: ServerState,
  references: References,
): string {
  const fresh = `${JSON.stringify(newManifest(server), undefined, 2)}\n`;
  const isFromBefore = manifest !== undefined && manifest.fingerprint === undefined;
  const before = manifestText ?? fresh;
  let text = isFromBefore ? withValue(before, ['fingerprint'], fingerprintOf(server.url)) : before;
  const name = manifest?.server ?? server.name;
  for (const field of labeledFields) {
    for (const id of ascending(jobs.flatMap(job => job[field]))) {
      const label = references.textOf(field, id);
      if (typeof label === 'string' && manifest?.labels[name]?.[field]?.[id] === undefined)
        text = withValue(text, ['labels', name, field, String(id)], label);
    }
  }
  return text;
}

/** What an export does not write although a user may expect it, in sentences. Each names `atMost` objects or files. */
export function omissionTexts(
  { skipped, tooLong, hiddenFields, withoutObject }: Omissions,
  localizer: Localizer,
  atMost: number,
): readonly string[] {
  const { t, plural } = localizer;
  const titles = (objects: readonly ServerObject[]) =>
    listNames(objects, object => objectTitle(object, localizer), atMost, localizer);
  return [
    skipped.length > 0 &&
      t('Left out, because they cannot be told apart: {names}.', { names: titles(skipped) }),
    tooLong.length > 0 &&
      t('Left out, because their files would be longer than 4 MiB: {names}.', { names: titles(tooLong) }),
    hiddenFields > 0 &&
      plural(
        '{count} field was left out, because it may contain a secret or the address of the server.|{count} fields were left out, because they may contain secrets or the address of the server.',
        hiddenFields,
      ),
    withoutObject.length > 0 &&
      plural(
        '{count} file stays although the server has no such object: {files}. Applying the files would create it.|{count} files stay although the server has no such objects: {files}. Applying the files would create them.',
        withoutObject.length,
        { files: listNames(withoutObject, path => path, atMost, localizer) },
      ),
  ].filter(text => text !== false);
}

/** Represents the chosen objects of a server as files, which are only planned against another server. */
export async function copyObjects(
  state: ServerState,
  choice: ExportChoice,
  localizer: Localizer,
): Promise<Omissions & { readonly fileSet: FileSet }> {
  const empty = { manifest: undefined, manifestText: undefined, files: [] };
  const { manifestText, writes, ...rest } = await exportObjects({
    fileSet: empty,
    state,
    localizer,
    choice,
  });
  const { manifest, problems } = parseManifest(manifestText, localizer);
  const readings = writes
    .filter(({ path }) => path !== manifestName)
    .map(write => readObjectFile({ kind: kindOf(write.path), ...write }, localizer));
  const files: readonly ObjectFile[] = readings.flatMap(({ file }) => file ?? []);
  const found = [...problems, ...readings.flatMap(reading => reading.problems)];
  const fileSet = { manifest, manifestText, isNew: true, files, problems: found };
  return { ...rest, fileSet };
}

function kindOf(path: string): ObjectKind {
  return fileEndings.group.some(ending => path.endsWith(ending)) ? 'group' : 'job';
}
