import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, jsonEqual, listOf, stringOf } from '../src/base/json.ts';
import { manifestsFromCode } from './contributed.ts';
import { repositoryRoot } from './paths.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the kernel or one contribution adds to package.json, in the same form, with its texts. */
export interface ManifestPart {
  readonly folder: string;
  readonly manifest: Fields;
  /** By the file of all texts in a language, such as `package.nls.json`. */
  readonly texts: ReadonlyMap<string, Fields>;
}

export const kernelFolder = 'src/workbench';
const contributionsFolder = 'src/contrib';

/**
 * The lists to which several parts may add, with the fields by which they are sorted; entries without these follow each
 * other as their parts do. Every other list is whole in one part, in the order of that part.
 */
const sharedLists: Readonly<Record<string, readonly string[]>> = {
  activationEvents: [],
  'capabilities.untrustedWorkspaces.restrictedConfigurations': [],
  'contributes.commands': ['command'],
  'contributes.grammars': ['language'],
  'contributes.jsonValidation': ['fileMatch'],
  'contributes.keybindings': ['command', 'when'],
  'contributes.languages': ['id'],
  'contributes.menus.*': ['group', 'command', 'when'],
  'contributes.submenus': ['id'],
  'contributes.viewsWelcome': ['view', 'when', 'contents'],
  'contributes.walkthroughs': ['id'],
  'contributes.walkthroughs.steps': [],
};

/** The texts that contributions may continue, in lines of their own. */
export const sharedTexts = /^(?:walkthrough|welcome)\./;

/** The parts of the kernel and of the contributions. */
export async function readManifestParts(): Promise<ManifestPart[]> {
  const contributions = await readdir(join(repositoryRoot, contributionsFolder), { recursive: true });
  const folders = contributions
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /^\w+\/package\.part\.json$/.test(file))
    .map(file => `${contributionsFolder}/${file.slice(0, file.indexOf('/'))}`);
  return Promise.all([kernelFolder, ...folders].map(readPart));
}

async function readPart(folder: string): Promise<ManifestPart> {
  const files = await readdir(join(repositoryRoot, folder));
  const texts = files
    .filter(file => /^package\.part\.nls\b.*\.json$/.test(file))
    .map(async file => [file.replace('.part', ''), await readFields(`${folder}/${file}`)] as const);
  const written = await readFields(`${folder}/package.part.json`);
  const manifest = merge([
    [folder, written],
    // What the code says is not repeated in a part.
    ...manifestsFromCode.flatMap(part =>
      part.folder === folder ? [['the code', part.manifest] as const] : [],
    ),
  ]);
  return { folder, manifest, texts: new Map(await Promise.all(texts)) };
}

/** The texts of package.json, in which everything else stays as it is, and of package.nls*.json, by file. */
export async function generatedManifest(given: readonly ManifestPart[]): Promise<Map<string, string>> {
  // The kernel first: contributions continue its lists and texts.
  const orderOf = ({ folder }: ManifestPart) => (folder === kernelFolder ? '' : folder);
  const parts = given.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const added = sortLists(merge(parts.map(({ folder, manifest }) => [folder, manifest])));
  const files = new Map([['package.json', { ...(await readFields('package.json')), ...added }]]);
  const textFiles = new Set(parts.flatMap(({ texts }) => [...texts.keys()]));
  for (const file of [...textFiles].sort())
    files.set(file, merge(parts.map(({ folder, texts }) => [folder, texts.get(file) ?? {}])));
  return new Map(Array.from(files, ([file, fields]) => [file, `${JSON.stringify(fields, undefined, 2)}\n`]));
}

function merge(parts: readonly (readonly [name: string, fields: Fields])[]): Fields {
  return parts.reduce<Fields>(
    (merged, [name, fields]) => mergeFields(merged, fields, { name, path: '' }),
    {},
  );
}

interface Place {
  /** Of the part that is being added. */
  readonly name: string;
  readonly path: string;
}

function mergeFields(ours: Fields, theirs: Fields, { name, path }: Place): Fields {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
  return Object.fromEntries(
    keys.map(key => {
      const place = { name, path: below(path, key) };
      if (ours[key] === undefined) return [key, theirs[key]];
      if (theirs[key] === undefined) return [key, ours[key]];
      return [key, mergeValues(ours[key], theirs[key], place)];
    }),
  );
}

function mergeValues(ours: unknown, theirs: unknown, place: Place): unknown {
  if (isRecord(ours) && isRecord(theirs)) return mergeFields(ours, theirs, place);
  if (sortFieldsAt(place.path) !== undefined) return joinLists([...listOf(ours), ...listOf(theirs)], place);
  if (sharedTexts.test(place.path)) return `${stringOf(ours)}\n${stringOf(theirs)}`;
  if (jsonEqual(ours, theirs)) return ours;
  throw new Error(`${place.name}: ${place.path} has another value than in another part`);
}

/** Entries with the same ID are one, to which several parts add. */
function joinLists(items: readonly unknown[], place: Place): unknown[] {
  const joined = new Map<unknown, unknown>();
  for (const item of items) {
    const id = isRecord(item) ? (item['id'] ?? item) : item;
    const other = joined.get(id);
    joined.set(id, isRecord(other) && isRecord(item) ? mergeFields(other, item, place) : item);
  }
  return [...joined.values()];
}

function sortLists(fields: Fields, path = ''): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const valuePath = below(path, key);
      if (isRecord(value)) return [key, sortLists(value, valuePath)];
      const sortFields = sortFieldsAt(valuePath);
      return [key, sortFields === undefined ? value : sortBy(listOf(value), sortFields)];
    }),
  );
}

function sortBy(items: readonly unknown[], fields: readonly string[]): unknown[] {
  const keyOf = (item: unknown) =>
    isRecord(item) ? fields.map(field => stringOf(item[field])).join('\n') : stringOf(item);
  return items.toSorted((a, b) => Number(keyOf(a) > keyOf(b)) - Number(keyOf(a) < keyOf(b)));
}

function sortFieldsAt(path: string): readonly string[] | undefined {
  return sharedLists[path.replace(/^(contributes\.menus)\..+$/, '$1.*')];
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

async function readFields(file: string): Promise<Fields> {
  return JSON.parse(await readFile(join(repositoryRoot, file), 'utf8'));
}
