import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { dnKey } from '../../../api/model/distinguishedName.ts';
import { inParallel } from '../../../base/inParallel.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { responseSlices, yieldToHost } from '../../../base/slices.ts';
import { inSlices, mapInSteps, type Steps } from '../../../base/steps.ts';
import { manifestName } from './exportedFolder.ts';
import { type FileProblem, fileProblem, problemIn, readFileText, readShape } from './fileText.ts';
import type { FolderFiles } from './folderFiles.ts';
import { filesIn, readListedText, readText } from './folderReading.ts';
import { type Manifest, ManifestSchema, managedOf, rulesOf } from './manifest.ts';
import { type ObjectFile, readObjectFile } from './objectFiles.ts';

/** The manifest of a folder with its jobs and groups. */
export interface FileSet {
  /** `undefined` if the folder has no readable manifest. */
  readonly manifest: Manifest | undefined;
  readonly manifestText: string | undefined;
  /** Whether the folder has no manifest, not even an unreadable one. */
  readonly isNew: boolean;
  readonly files: readonly ObjectFile[];
  /** A single error prevents applying any of the set. */
  readonly problems: readonly FileProblem[];
}

export interface ReadOptions {
  readonly localizer: Localizer;
  readonly signal?: AbortSignal | undefined;
}

const kinds: readonly ObjectKind[] = ['group', 'job'];

/** File name endings; new files get the first one. */
export const fileEndings: Readonly<Record<ObjectKind, readonly [string, ...string[]]>> = {
  job: ['.job.jsonc', '.job.json'],
  group: ['.group.jsonc', '.group.json'],
};

/** Short, so as not to delay responses of the server, which is read at the same time. */
const sliceMs = 2;

/**
 * Reads the manifest of a folder and all its files. Rejects only if the file system is not available, never because of
 * what is in the files.
 */
export async function readFileSet(folder: FolderFiles, { localizer, signal }: ReadOptions): Promise<FileSet> {
  // Lets the caller send its requests before the first file is read.
  await yieldToHost();
  const { manifest, problems, ...rest } = await readManifest(folder, localizer);
  if (manifest === undefined) return { manifest, files: [], problems, ...rest };
  const slices = responseSlices(signal, sliceMs);
  const files: ObjectFile[] = [];
  const found: FileProblem[] = [];
  const leftOut: FileProblem[] = [];
  for (const kind of kinds) {
    const listed = await filesIn(folder, rulesOf(manifest, kind).folder, fileEndings[kind], localizer);
    for (const problem of listed.problems) found.push(problem);
    for (const problem of listed.leftOut) leftOut.push(problem);
    const readings: ReturnType<typeof readObjectFile>[] = [];
    await inParallel(listed.paths.entries(), folder.readsAtOnce, async ([index, path]) => {
      if (slices.isOver) await slices.rest();
      const text = await readListedText(folder, path, localizer);
      readings[index] =
        text.kind === 'text'
          ? readObjectFile({ kind, path, text: text.text }, localizer)
          : { file: undefined, problems: [text.problem] };
    });
    for (const reading of readings) {
      for (const problem of reading.problems) found.push(problem);
      if (reading.file !== undefined) files.push(reading.file);
    }
  }
  const isRead = readPlaces(manifest, files);
  const unread = leftOut.filter(({ path }) => !isRead(path));
  const conflicts = await inSlices(findConflicts(manifest, files, localizer), slices);
  return { manifest, files, problems: [...found, ...unread, ...conflicts], ...rest };
}

/** Whether the path is a file that was read, or contains the folder of the other kind. */
function readPlaces(manifest: Manifest, files: readonly ObjectFile[]): (path: string) => boolean {
  const paths = new Set(files.map(({ path }) => path));
  const folders = kinds.map(kind => `${rulesOf(manifest, kind).folder}/`);
  return path => paths.has(path) || folders.some(folder => folder.startsWith(`${path}/`));
}

/** Whether the whole set could be read, which applying requires. */
export function isComplete({ problems }: Pick<FileSet, 'problems'>): boolean {
  return problems.every(({ severity }) => severity === 'warning');
}

type ManifestReading = Pick<FileSet, 'manifest' | 'problems'>;

/** Reads only the manifest of a folder. */
export async function readManifest(
  folder: FolderFiles,
  localizer: Localizer,
): Promise<ManifestReading & Pick<FileSet, 'manifestText' | 'isNew'>> {
  const reading = await readText(folder, manifestName, localizer);
  if (reading.kind === 'text')
    return { manifestText: reading.text, isNew: false, ...parseManifest(reading.text, localizer) };
  const missing = localizer.t('The folder has no {file}. Export jobs and groups to it first.', {
    file: manifestName,
  });
  const problem = reading.kind === 'bad' ? reading.problem : fileProblem(manifestName, missing);
  const isNew = reading.kind === 'missing';
  return { manifest: undefined, manifestText: undefined, isNew, problems: [problem] };
}

/** Parses the manifest. */
export function parseManifest(text: string, localizer: Localizer): ManifestReading {
  const reading = readFileText(manifestName, text, localizer);
  if (reading.kind === 'bad') return { manifest: undefined, problems: [reading.problem] };
  const { value: manifest, problems } = readShape<Manifest>(ManifestSchema, reading.value, localizer);
  return { manifest, problems: problems.map(problem => problemIn({ path: manifestName, text }, problem)) };
}

/** Conflicts between files that are valid individually. */
function* findConflicts(
  manifest: Manifest,
  files: readonly ObjectFile[],
  { t }: Localizer,
): Steps<FileProblem[]> {
  const byIdentity = new Map<string, ObjectFile>();
  const managed = new Set<ObjectFile>();
  for (const kind of kinds) {
    const ofKind = files.filter(file => file.kind === kind);
    for (const file of yield* managedOf(rulesOf(manifest, kind), ofKind)) managed.add(file);
  }
  const problems = yield* mapInSteps(files, file => {
    const error = (field: string, text: string) =>
      problemIn(file, { path: [field], severity: 'error', text });
    const identity = fileIdentity(file);
    const first = byIdentity.get(identity ?? '');
    if (identity !== undefined) byIdentity.set(identity, first ?? file);
    const [same, words] = [{ file: first?.path ?? '' }, { manifest: manifestName, name: file.name }];
    return [
      ...(first === undefined
        ? []
        : [error(file.key === undefined ? 'name' : '$key', t('{file} describes the same object.', same))]),
      ...(managed.has(file) ? [] : [error('name', t('{manifest} excludes “{name}”.', words))]),
    ];
  });
  return problems.flat();
}

/** Two files with the same identity describe the same object; `undefined` if only their content identifies it. */
function fileIdentity({ kind, key, name, draft: { dn } }: ObjectFile): string | undefined {
  if (key !== undefined) return `${kind} key ${key}`;
  if (kind === 'group' && typeof dn === 'string' && dn.trim() !== '') return `${kind} dn ${dnKey(dn)}`;
  return name.trim() === '' ? undefined : `${kind} name ${name.trim()}`;
}
