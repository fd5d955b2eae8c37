import type { ObjectKind } from '../fields/objectFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { responseSlices, yieldToHost } from '../util/slices.ts';
import { inSlices, mapInSteps, type Steps } from '../util/steps.ts';
import { type Manifest, ManifestSchema, managedOf, manifestName, rulesOf } from './manifest.ts';
import type { FileProblem, ObjectFile } from './objectFile.ts';
import { readObjectFile } from './objectFiles.ts';
import { fileProblem, problemIn, readFileText } from './text/fileText.ts';
import { filesIn, readListedText, readText } from './text/folderReading.ts';
import { readShape } from './text/shapeReading.ts';

/** The manifest of a folder with its jobs and groups. */
export interface FileSet {
  readonly folder: string;
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
  /** Texts of editors with unsaved changes, by path. */
  readonly unsaved?: ReadonlyMap<string, string>;
}

const kinds: readonly ObjectKind[] = ['group', 'job'];

/** File name endings; new files get the first one. */
export const fileEndings: Readonly<Record<ObjectKind, readonly [string, ...string[]]>> = {
  job: ['.job.jsonc', '.job.json'],
  group: ['.group.jsonc', '.group.json'],
};

/** Short, so as not to delay responses of the server, which is read at the same time. */
const sliceMs = 2;

/** Reads the manifest in `folder` and all its files. Never rejects because of their contents. */
export async function readFileSet(folder: string, options: ReadOptions): Promise<FileSet> {
  // Lets the caller send its requests before the first file is read.
  await yieldToHost();
  const { manifest, manifestText, isNew, problems } = readManifest(folder, options);
  if (manifest === undefined) return { folder, manifest, manifestText, isNew, files: [], problems };
  const slices = responseSlices(options.signal, sliceMs);
  const files: ObjectFile[] = [];
  const found: FileProblem[] = [];
  const leftOut: FileProblem[] = [];
  for (const kind of kinds) {
    const listed = await filesIn(
      folder,
      rulesOf(manifest, kind).folder,
      fileEndings[kind],
      options.localizer,
    );
    found.push(...listed.problems);
    leftOut.push(...listed.leftOut);
    for (const path of listed.paths) {
      if (slices.isOver) await slices.rest();
      const reading = readOne(folder, { kind, path }, options);
      found.push(...reading.problems);
      if (reading.file !== undefined) files.push(reading.file);
    }
  }
  const isRead = readPlaces(manifest, files);
  return {
    folder,
    manifest,
    manifestText,
    isNew,
    files,
    problems: [
      ...found,
      ...leftOut.filter(({ path }) => !isRead(path)),
      ...(await inSlices(setProblems(manifest, files, options.localizer), slices)),
    ],
  };
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

function readOne(
  folder: string,
  { kind, path }: Pick<ObjectFile, 'kind' | 'path'>,
  { localizer, unsaved }: ReadOptions,
) {
  const typed = unsaved?.get(path);
  const reading =
    typed === undefined ? readListedText(folder, path, localizer) : ({ kind: 'text', text: typed } as const);
  if (reading.kind === 'text') return readObjectFile({ kind, path, text: reading.text }, localizer);
  const problem =
    reading.kind === 'bad' ? reading.problem : fileProblem(path, localizer.t('The file was deleted.'));
  return { file: undefined, problems: [problem] };
}

type ManifestReading = Pick<FileSet, 'manifest' | 'problems'>;

function readManifest(
  folder: string,
  { localizer, unsaved }: ReadOptions,
): ManifestReading & Pick<FileSet, 'manifestText' | 'isNew'> {
  const typed = unsaved?.get(manifestName);
  const reading =
    typed === undefined
      ? readText(folder, manifestName, localizer)
      : ({ kind: 'text', text: typed } as const);
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
  if (reading.kind === 'bad') return { manifest: undefined, problems: reading.problems };
  const { value: manifest, problems } = readShape<Manifest>(ManifestSchema, reading.value, localizer);
  return { manifest, problems: problems.map(problem => problemIn({ path: manifestName, text }, problem)) };
}

/** Conflicts between files that are valid individually. */
function* setProblems(
  manifest: Manifest,
  files: readonly ObjectFile[],
  localizer: Localizer,
): Steps<FileProblem[]> {
  const byIdentity = new Map<string, ObjectFile>();
  const managed = new Set<ObjectFile>();
  for (const kind of kinds) {
    const ofKind = files.filter(file => file.kind === kind);
    for (const file of yield* managedOf(rulesOf(manifest, kind), ofKind)) managed.add(file);
  }
  const problems = yield* mapInSteps(files, file => {
    const identity = identityOf(file);
    const first = identity === undefined ? undefined : byIdentity.get(identity);
    if (identity !== undefined) byIdentity.set(identity, first ?? file);
    return [
      ...(first === undefined ? [] : [secondFile(file, first, localizer)]),
      ...(managed.has(file) ? [] : [findUnmanaged(file, localizer)]),
    ];
  });
  return problems.flat();
}

/** Two files with the same identity describe the same object; `undefined` if only their content identifies it. */
function identityOf({ kind, key, name, draft }: ObjectFile): string | undefined {
  if (key !== undefined) return `${kind} key ${key}`;
  const dn = kind === 'group' && typeof draft['dn'] === 'string' ? draft['dn'].trim() : '';
  if (dn !== '') return `${kind} dn ${dn}`;
  return name.trim() === '' ? undefined : `${kind} name ${name.trim()}`;
}

function secondFile(file: ObjectFile, first: ObjectFile, { t }: Localizer): FileProblem {
  const path = file.key === undefined ? 'name' : '$key';
  const text = t('{file} describes the same object.', { file: first.path });
  return problemIn(file, { path: [path], severity: 'error', text });
}

function findUnmanaged(file: ObjectFile, { t }: Localizer): FileProblem {
  const text = t('{manifest} excludes “{name}”.', { manifest: manifestName, name: file.name });
  return problemIn(file, { path: ['name'], severity: 'error', text });
}
