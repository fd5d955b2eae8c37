import { nameKey } from '../model/difference.ts';
import { groupBy, onceForEach } from '../util/collections.ts';
import type { Steps } from '../util/steps.ts';
import { contentOf, differingFields } from './comparison.ts';
import { stemInPath, stemOf } from './fileNames.ts';
import type { Resolution } from './fileResolution.ts';
import type { ManagedKind } from './manifest.ts';
import type { ObjectFile } from './objectFile.ts';
import type { ServerObject } from './serverObjects.ts';

/** A file in the write shape of a server. */
type ResolvedFile = Pick<Resolution, 'file' | 'draft'>;

/** The object that matches a file, and whether the file renames it. */
export interface Match {
  readonly object: ServerObject;
  readonly isRename: boolean;
}

export interface Matches {
  readonly byFile: ReadonlyMap<ObjectFile, Match>;
  /** Files that several objects on the server could match. */
  readonly ambiguous: ReadonlyMap<ObjectFile, readonly ServerObject[]>;
  /** Files whose `$key` is the ID of another object now, for example after the server was restored. */
  readonly reusedKeys: ReadonlyMap<ObjectFile, ServerObject>;
  readonly onlyOnServer: readonly ServerObject[];
}

export interface MatchOptions {
  readonly files: readonly ResolvedFile[];
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
  readonly #options: MatchOptions;
  readonly #open: Set<ServerObject>;
  readonly #byFile = new Map<ObjectFile, Match>();
  readonly #ambiguous = new Map<ObjectFile, readonly ServerObject[]>();
  readonly #reusedKeys = new Map<ObjectFile, ServerObject>();

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
    const onlyOnServer = [...this.#open];
    return { byFile: this.#byFile, ambiguous: this.#ambiguous, reusedKeys: this.#reusedKeys, onlyOnServer };
  }

  #byKey(): void {
    if (this.#options.files.every(({ file }) => file.key === undefined)) return;
    const byId = new Map(this.#options.objects.map(object => [object.id, object]));
    for (const { file, draft } of this.#options.files) {
      const object = file.key === undefined ? undefined : byId.get(file.key);
      if (object === undefined || !this.#open.has(object)) continue;
      if (mayBe({ file, draft }, object)) this.#claim(file, object);
      else this.#reusedKeys.set(file, object);
    }
  }

  /** Matches a file and an object if no other unmatched ones have the same text. */
  #by(
    ofFile: (file: ResolvedFile) => string | undefined,
    ofObject: (object: ServerObject) => string | undefined,
    isRename = false,
  ): void {
    if (this.#byFile.size + this.#ambiguous.size + this.#reusedKeys.size === this.#options.files.length)
      return;
    const files = groupBy(this.#openFiles(), ofFile);
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
  #sortOut(files: readonly ResolvedFile[], objects: readonly ServerObject[]): void {
    const byName = groupBy(objects, ({ name }) => name);
    for (const [name, [first, ...others]] of groupBy(files, ({ file }) => file.name)) {
      const [object, ...more] = byName.get(name) ?? [];
      const isClear = others.length + more.length === 0;
      if (isClear && first !== undefined && object !== undefined) this.#claim(first.file, object);
    }
    for (const { file, draft } of files) {
      if (this.#byFile.has(file)) continue;
      const equal = objects.find(
        object => this.#open.has(object) && differingFields(draft, object, this.#options.rules).length === 0,
      );
      if (equal !== undefined) this.#claim(file, equal);
    }
    for (const { file } of files) if (!this.#byFile.has(file)) this.#ambiguous.set(file, objects);
  }

  /** Without the objects matched by content, the remaining matches may be unambiguous. */
  #settleAmbiguous(): void {
    const left = [...this.#ambiguous];
    for (const [file, objects] of left) {
      const open = objects.filter(object => this.#open.has(object));
      const rivals = left.filter(([other, same]) => other !== file && same === objects);
      const isClear = open.length === 0 || (open.length === 1 && rivals.length === 0);
      if (!isClear) continue;
      this.#ambiguous.delete(file);
      const [object] = open;
      if (object !== undefined) this.#claim(file, object);
    }
  }

  #openFiles(): ResolvedFile[] {
    const isOpen = ({ file }: ResolvedFile) =>
      !this.#byFile.has(file) && !this.#ambiguous.has(file) && !this.#reusedKeys.has(file);
    return this.#options.files.filter(isOpen);
  }

  #claim(file: ObjectFile, object: ServerObject): void {
    this.#open.delete(object);
    this.#byFile.set(file, {
      object,
      isRename: Object.hasOwn(file.draft, 'name') && nameKey(file.name) !== nameKey(object.name),
    });
  }
}

/**
 * Whether an object with the ID of a file is still the one that was exported: it has one of the file's names, the name
 * from which the file name was derived, or its content.
 */
function mayBe({ file, draft }: ResolvedFile, object: ServerObject): boolean {
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
  if (kind === 'group' && typeof dn === 'string' && dn.trim() !== '') return `dn:${dn.trim()}`;
  return nameKey(name) === '' ? undefined : `name:${nameKey(name)}`;
}
