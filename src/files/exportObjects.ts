import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { groupKey } from '../model/group.ts';
import { groupBy } from '../util/collections.ts';
import type { Localizer } from '../util/localizer.ts';
import { responseSlices } from '../util/slices.ts';
import { inSlices, mapInSteps, type Steps } from '../util/steps.ts';
import { differingFields } from './comparison.ts';
import { fileText, privateFields, toFileDraft } from './fileDrafts.ts';
import { type KindMatches, matchFileSet } from './fileMatches.ts';
import { newPaths } from './fileNames.ts';
import type { FileSet } from './fileSet.ts';
import { manifestName } from './manifest.ts';
import { withUsedLabels } from './manifestLabels.ts';
import type { ObjectFile } from './objectFile.ts';
import { identityOf, type ServerObject } from './serverObjects.ts';
import type { ServerState } from './serverState.ts';
import { withField } from './text/fileEdits.ts';
import { mostBytes } from './text/folderReading.ts';

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

export interface ExportPlan extends KindWrites {
  /** The manifest that belongs to the files, even if it is unchanged. */
  readonly manifestText: string;
}

interface KindWrites {
  readonly writes: readonly FileWrite[];
  /** The number of objects whose files are up to date. */
  readonly unchanged: number;
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
  const matches = yield* matchFileSet(fileSet, state, localizer);
  const groups = yield* new KindExport(matches.groups).run(choice);
  const plans = [groups, yield* new KindExport(matches.jobs).run(choice)];
  const manifestText = withUsedLabels(fileSet, state, matches.references);
  const before = fileSet.manifestText;
  const writes = plans.flatMap(plan => plan.writes);
  return {
    manifestText,
    writes:
      manifestText === before ? writes : [{ path: manifestName, text: manifestText, before }, ...writes],
    unchanged: plans.reduce((count, plan) => count + plan.unchanged, 0),
    skipped: plans.flatMap(plan => plan.skipped),
    tooLong: plans.flatMap(plan => plan.tooLong),
    hiddenFields: plans.reduce((count, plan) => count + plan.hiddenFields, 0),
    withoutObject: plans.flatMap(plan => plan.withoutObject),
  };
}

interface ObjectWrite {
  readonly object: ServerObject;
  readonly write: FileWrite;
}

class KindExport {
  readonly #kind: ObjectKind;
  readonly #matches: KindMatches;
  readonly #byIdentity: ReadonlyMap<string, readonly ServerObject[]>;
  readonly #resolved: ReadonlyMap<ObjectFile, Draft>;

  constructor(matches: KindMatches) {
    this.#kind = matches.kind;
    this.#matches = matches;
    this.#resolved = new Map(matches.resolutions.map(({ file, draft }) => [file, draft]));
    this.#byIdentity = groupBy(matches.objects, identityOf);
  }

  *run(choice: ExportChoice | undefined): Steps<KindWrites> {
    const fileOf = new Map([...this.#matches.byFile].map(([file, { object }]) => [object, file]));
    const chosen = this.#matches.objects.filter(object => isChosen(object, choice));
    yield;
    const known = yield* mapInSteps(chosen, object => {
      const file = fileOf.get(object);
      return file && this.#update(file, object);
    });
    const changed = known.filter(write => write !== undefined);
    const isSkipped = (object: ServerObject) => this.#needsKey(object) && object.id === undefined;
    const added = chosen.filter(object => !fileOf.has(object));
    const skipped = added.filter(isSkipped);
    const created = yield* this.#create(added.filter(object => !isSkipped(object)));
    const writes = [...changed, ...created];
    const isLong = ({ text }: FileWrite) =>
      text.length > mostBytes / 4 && Buffer.byteLength(text) > mostBytes;
    return {
      writes: writes.filter(({ write }) => !isLong(write)).map(({ write }) => write),
      unchanged: chosen.length - added.length - changed.length,
      skipped,
      tooLong: writes.filter(({ write }) => isLong(write)).map(({ object }) => object),
      hiddenFields: yield* this.#countHidden(chosen),
      withoutObject: choice === undefined ? this.#withoutObject() : [],
    };
  }

  #withoutObject(): string[] {
    const { resolutions, byFile, ambiguous } = this.#matches;
    const files = resolutions.map(({ file }) => file);
    return files.filter(file => !byFile.has(file) && !ambiguous.has(file)).map(({ path }) => path);
  }

  *#countHidden(objects: readonly ServerObject[]): Steps<number> {
    const counts = yield* mapInSteps(
      objects,
      object => privateFields(object, this.#matches.draftParts).length,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Whether only the ID tells the object from others. */
  #needsKey(object: ServerObject): boolean {
    const isRepeated = (this.#byIdentity.get(identityOf(object)) ?? []).length > 1;
    return isRepeated || (object.name.trim() === '' && object.dn.trim() === '');
  }

  #create(objects: readonly ServerObject[]): Steps<ObjectWrite[]> {
    const paths = newPaths(this.#kind, {
      folder: this.#matches.rules.folder,
      objects: objects.map(object => ({ name: object.name, identity: this.#uniqueIdentity(object) })),
      taken: this.#matches.resolutions.map(({ file }) => file.path),
    });
    const entries = objects.map((object, index) => ({ object, path: paths[index] ?? '' }));
    return mapInSteps(entries, ({ object, path }) => {
      const own = this.#needsKey(object) && object.id !== undefined ? { $key: object.id } : {};
      const text = fileText(toFileDraft(object, this.#matches.draftParts), own);
      return { object, write: { path, text, before: undefined } };
    });
  }

  #uniqueIdentity(object: ServerObject): string {
    return this.#needsKey(object) ? `${identityOf(object)} #${object.id}` : identityOf(object);
  }

  #update(file: ObjectFile, object: ServerObject): ObjectWrite | undefined {
    const fields = differingFields(this.#resolved.get(file) ?? file.draft, object, this.#matches.rules);
    if (fields.length === 0) return undefined;
    const draft = toFileDraft(object, this.#matches.draftParts);
    const text = fields.reduce((before, field) => withField(before, field, draft[field]), file.text);
    return text === file.text ? undefined : { object, write: { path: file.path, text, before: file.text } };
  }
}

function isChosen({ kind, id, name, dn }: ServerObject, choice: ExportChoice | undefined): boolean {
  if (choice === undefined) return true;
  if (kind === 'job') return id !== undefined && choice.jobIds.has(id);
  return choice.groups.has(groupKey({ name, dn })) || (id !== undefined && choice.groups.has(id));
}

export function hiddenFieldsText(count: number, { plural }: Localizer): string {
  return plural(
    '{count} field was left out, because it may contain a secret or the address of the server.|{count} fields were left out, because they may contain secrets or the address of the server.',
    count,
  );
}
