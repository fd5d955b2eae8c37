import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { nameKey } from '../../../api/model/difference.ts';
import { dnKey } from '../../../api/model/distinguishedName.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { groupBy, onceForEach } from '../../../base/collections.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { mapInSteps, type Steps } from '../../../base/steps.ts';
import { contentOf, differingFields } from './comparison.ts';
import { stemInPath, stemOf } from './fileNames.ts';
import { References, type Resolution, resolveFile, type ServerKind } from './fileResolution.ts';
import type { FileSet } from './fileSet.ts';
import { isOwnServer, type ManagedKind, managedOf, newManifest, rulesOf } from './manifest.ts';
import { fieldTable, type ObjectFile } from './objectFiles.ts';
import { objectsOf, type ServerObject, type ServerState } from './serverState.ts';

export interface ResolvedFile extends Resolution {
  /** Names of fields that no object on the server has. */
  readonly unknown: readonly string[];
  /** The draft as it is sent: to another server, without the fields that it lacks. */
  readonly sent: Draft;
}

/** The files of one kind matched with the objects of a server. */
export interface KindMatches extends Matches, ServerKind {
  readonly resolved: readonly ResolvedFile[];
  /** All objects on the server that the manifest manages. */
  readonly objects: readonly ServerObject[];
  /** Whether this is another server than that of the files, with objects that show which fields it has. */
  readonly showsFields: boolean;
}

export interface FileMatches {
  readonly groups: KindMatches;
  readonly jobs: KindMatches;
}

/** Finds the object of each file on a server, and what the names in the files refer to. */
export function* matchFileSet(
  fileSet: Pick<FileSet, 'manifest' | 'files'>,
  state: ServerState,
  localizer: Localizer,
): Steps<FileMatches> {
  const manifest = fileSet.manifest ?? newManifest(state.server);
  const isOwn = isOwnServer(manifest, state.server);
  const match = function* (kind: ObjectKind, references: References): Steps<KindMatches> {
    const rules = rulesOf(manifest, kind);
    const server = { kind, manifest, rules, state, isOwnServer: isOwn, references, localizer };
    const all = yield* objectsOf(state, kind);
    const objects = yield* managedOf(rules, all);
    yield;
    // Without objects to compare with, the server decides.
    const showsFields = !isOwn && objects.length > 0;
    const extra = new Set(objects.flatMap(object => Object.keys(object.extra)));
    const isKnown = (field: string) => Object.hasOwn(fieldTable(kind), field) || extra.has(field);
    const files = fileSet.files.filter(file => file.kind === kind);
    const resolved = yield* mapInSteps(files, file => {
      const resolution = resolveFile(file, server);
      const { draft } = resolution;
      const unknown = Object.keys(draft).filter(field => !isKnown(field));
      const known = () => Object.fromEntries(Object.entries(draft).filter(([field]) => isKnown(field)));
      return { ...resolution, unknown, sent: showsFields && unknown.length > 0 ? known() : draft };
    });
    const compared = resolved.map(({ file, sent }) => ({ file, draft: sent }));
    const matches = yield* matchFiles({ files: compared, objects, rules, hasKeys: isOwn });
    return { ...matches, ...server, resolved, objects, showsFields };
  };
  const groups = yield* match('group', new References(state, manifest));
  const jobs = yield* match('job', new References(state, manifest, namesToCreate(groups)));
  return { groups, jobs };
}

/**
 * Names by which jobs refer to groups that have a file: the server may lack these groups, or have other names for them
 * until the files are applied.
 */
function namesToCreate({ resolved, byFile, ambiguous, isOwnServer: isOwn }: KindMatches): string[] {
  return resolved
    .filter(({ file }) => !ambiguous.has(file))
    .flatMap(({ file, draft: { name, dn } }) => {
      // A group has its own `dn` on each server.
      const isSent = isOwn || (byFile.get(file)?.object.dn ?? '') === '';
      return isSent ? [name, dn] : [name];
    })
    .filter(text => typeof text === 'string' && text.trim() !== '')
    .map(String);
}

/** The object that matches a file, and whether the file renames it. */
export interface Match {
  readonly object: ServerObject;
  readonly isRename: boolean;
}

interface Matches {
  readonly byFile: ReadonlyMap<ObjectFile, Match>;
  /** Files that several objects on the server could match. */
  readonly ambiguous: ReadonlyMap<ObjectFile, readonly ServerObject[]>;
  /** Files whose `$key` is the ID of another object now, for example after the server was restored. */
  readonly reusedKeys: ReadonlyMap<ObjectFile, ServerObject>;
  readonly onlyOnServer: readonly ServerObject[];
}

/** A file in the write shape of a server. */
type FileDraft = Pick<Resolution, 'file' | 'draft'>;

interface MatchOptions {
  readonly files: readonly FileDraft[];
  readonly objects: readonly ServerObject[];
  readonly rules: ManagedKind;
  /** Whether the keys in the files are IDs on this server, which only holds for the server of the manifest. */
  readonly hasKeys: boolean;
}

/** Finds the object of each file: by key, by `dn`, by name, by previous name, by file name, or by equal content. */
export function matchFiles(options: MatchOptions): Steps<Matches> {
  return new Matching(options).run();
}

/** Cached because they are slow to compute, and needed again after each change of an unmatched file. */
const stemOfObject = onceForEach(({ kind, name }: ServerObject) => stemOf(kind, name));
const contentOfObject = onceForEach(({ kind, draft }: ServerObject) => contentOf(kind, draft));

class Matching {
  readonly byFile = new Map<ObjectFile, Match>();
  readonly ambiguous = new Map<ObjectFile, readonly ServerObject[]>();
  readonly reusedKeys = new Map<ObjectFile, ServerObject>();
  readonly #options: MatchOptions;
  readonly #open: Set<ServerObject>;

  constructor(options: MatchOptions) {
    this.#options = options;
    this.#open = new Set(options.objects);
  }

  *run(): Steps<Matches> {
    if (this.#options.hasKeys) this.#byKey();
    yield;
    this.#by(({ file }) => identityOf(file), identityOf);
    yield;
    const nameOf = ({ name }: { readonly name: string }) => nameKey(name) || undefined;
    this.#by(({ file }) => nameOf(file), nameOf);
    this.#settleAmbiguous();
    yield;
    this.#by(({ file }) => nameOf({ name: file.previousName ?? '' }), nameOf, true);
    yield;
    // The object still has the name that the file was exported under.
    this.#by(({ file }) => stemInPath(file), stemOfObject, true);
    yield;
    this.#by(({ file, draft }) => contentOf(file.kind, draft), contentOfObject, true);
    const { byFile, ambiguous, reusedKeys } = this;
    return { byFile, ambiguous, reusedKeys, onlyOnServer: [...this.#open] };
  }

  #byKey(): void {
    const keyed = this.#options.files.filter(({ file }) => file.key !== undefined);
    if (keyed.length === 0) return;
    const byId = new Map(this.#options.objects.map(object => [object.id, object]));
    for (const each of keyed) {
      const object = byId.get(each.file.key);
      if (object === undefined || !this.#open.has(object)) continue;
      if (mayBe(each, object)) this.#claim(each.file, object);
      else this.reusedKeys.set(each.file, object);
    }
  }

  /** Matches a file and an object if no other unmatched ones have the same text. */
  #by(
    ofFile: (file: FileDraft) => string | undefined,
    ofObject: (object: ServerObject) => string | undefined,
    isRename = false,
  ): void {
    const settled = [this.byFile, this.ambiguous, this.reusedKeys];
    const open = this.#options.files.filter(({ file }) => !settled.some(files => files.has(file)));
    const files = groupBy(open, ofFile);
    if (files.size === 0) return;
    const objects = groupBy(this.#open, object => {
      const text = ofObject(object);
      return text !== undefined && files.has(text) ? text : undefined;
    });
    for (const [text, [file, ...otherFiles]] of files) {
      const [object, ...others] = objects.get(text) ?? [];
      if (file === undefined || object === undefined) continue;
      if (others.length === 0 && otherFiles.length === 0) this.#claim(file.file, object);
      else if (!isRename) this.#sortOut([file, ...otherFiles], [object, ...others]);
    }
  }

  /** Among several whose names look alike, matches those with exactly the same name, and those with equal content. */
  #sortOut(files: readonly FileDraft[], objects: readonly ServerObject[]): void {
    const byName = groupBy(objects, ({ name }) => name);
    for (const [name, [first, ...others]] of groupBy(files, ({ file }) => file.name)) {
      const [object, ...more] = byName.get(name) ?? [];
      const isClear = others.length + more.length === 0;
      if (isClear && first !== undefined && object !== undefined) this.#claim(first.file, object);
    }
    for (const { file, draft } of files) {
      if (this.byFile.has(file)) continue;
      const equal = objects.find(
        object => this.#open.has(object) && differingFields(draft, object, this.#options.rules).length === 0,
      );
      if (equal === undefined) this.ambiguous.set(file, objects);
      else this.#claim(file, equal);
    }
  }

  /** Without the objects matched by content, the remaining matches may be unambiguous. */
  #settleAmbiguous(): void {
    const left = [...this.ambiguous];
    for (const [file, objects] of left) {
      const [object, ...others] = objects.filter(each => this.#open.has(each));
      const hasRival = left.some(([other, same]) => other !== file && same === objects);
      if (object !== undefined && (others.length > 0 || hasRival)) continue;
      this.ambiguous.delete(file);
      if (object !== undefined) this.#claim(file, object);
    }
  }

  #claim(file: ObjectFile, object: ServerObject): void {
    this.#open.delete(object);
    const isRename = Object.hasOwn(file.draft, 'name') && nameKey(file.name) !== nameKey(object.name);
    this.byFile.set(file, { object, isRename });
  }
}

/**
 * Whether an object with the ID of a file is still the one that was exported: it has one of the file's names, the name
 * from which the file name was derived, or its content.
 */
function mayBe({ file, draft }: FileDraft, object: ServerObject): boolean {
  const names = [file.name, file.previousName ?? file.name].map(nameKey);
  if (names.includes(nameKey(object.name))) return true;
  const [stem, own] = [stemInPath(file), stemOfObject(object)];
  if (stem === own || stem.replace(/-[0-9a-z]+$/, '') === own) return true;
  const content = contentOfObject(object);
  return content !== undefined && contentOf(file.kind, draft) === content;
}

/** The `dn` of a group, or else the name; `undefined` for what has no name, which only a key or its content identifies. */
function identityOf({ kind, name, draft }: Pick<ObjectFile | ServerObject, 'kind' | 'name' | 'draft'>) {
  const { dn } = draft;
  if (kind === 'group' && typeof dn === 'string' && dn.trim() !== '') return `dn:${dnKey(dn)}`;
  return nameKey(name) === '' ? undefined : `name:${nameKey(name)}`;
}
