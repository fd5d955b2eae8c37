import { responseSlices } from '../api/transport/responseSlices.ts';
import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { groupKey } from '../model/group.ts';
import { groupBy } from '../util/collections.ts';
import type { Localizer } from '../util/localizer.ts';
import { inSlices, mapInSteps, type Steps } from '../util/steps.ts';
import { differingFields } from './comparison.ts';
import { fileText, toFileDraft } from './fileDrafts.ts';
import { type KindMatches, matchFileSet } from './fileMatches.ts';
import { newPaths } from './fileNames.ts';
import type { FileSet } from './fileSet.ts';
import { manifestName } from './manifest.ts';
import { withUsedLabels } from './manifestLabels.ts';
import type { ObjectFile } from './objectFile.ts';
import { identityOf, type ServerObject } from './serverObjects.ts';
import type { ServerState } from './serverState.ts';
import { withField } from './text/fileEdits.ts';

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
  /** Objects that no file can identify, because others share their name and their ID is unknown. */
  readonly skipped: readonly ServerObject[];
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
    withoutObject: plans.flatMap(plan => plan.withoutObject),
  };
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
    const isSkipped = (object: ServerObject) => this.#isRepeated(object) && object.id === undefined;
    const added = chosen.filter(object => !fileOf.has(object));
    const skipped = added.filter(isSkipped);
    const created = yield* this.#create(added.filter(object => !isSkipped(object)));
    return {
      writes: [...changed, ...created],
      unchanged: chosen.length - added.length - changed.length,
      skipped,
      withoutObject: choice === undefined ? this.#withoutObject() : [],
    };
  }

  #withoutObject(): string[] {
    const { resolutions, byFile, ambiguous } = this.#matches;
    const files = resolutions.map(({ file }) => file);
    return files.filter(file => !byFile.has(file) && !ambiguous.has(file)).map(({ path }) => path);
  }

  #isRepeated(object: ServerObject): boolean {
    return (this.#byIdentity.get(identityOf(object)) ?? []).length > 1;
  }

  #create(objects: readonly ServerObject[]): Steps<FileWrite[]> {
    const paths = newPaths(this.#kind, {
      folder: this.#matches.rules.folder,
      objects: objects.map(object => ({ name: object.name, identity: this.#uniqueIdentity(object) })),
      taken: this.#matches.resolutions.map(({ file }) => file.path),
    });
    const entries = objects.map((object, index) => ({ object, path: paths[index] ?? '' }));
    return mapInSteps(entries, ({ object, path }) => ({
      path,
      text: fileText(
        toFileDraft(object, this.#matches.draftParts),
        this.#isRepeated(object) && object.id !== undefined ? { $key: object.id } : {},
      ),
      before: undefined,
    }));
  }

  #uniqueIdentity(object: ServerObject): string {
    return this.#isRepeated(object) ? `${identityOf(object)} #${object.id}` : identityOf(object);
  }

  #update(file: ObjectFile, object: ServerObject): FileWrite | undefined {
    const fields = differingFields(this.#resolved.get(file) ?? file.draft, object, this.#matches.rules);
    if (fields.length === 0) return undefined;
    const draft = toFileDraft(object, this.#matches.draftParts);
    const text = fields.reduce((before, field) => withField(before, field, draft[field]), file.text);
    return text === file.text ? undefined : { path: file.path, text, before: file.text };
  }
}

function isChosen({ kind, id, name, dn }: ServerObject, choice: ExportChoice | undefined): boolean {
  if (choice === undefined) return true;
  if (kind === 'job') return id !== undefined && choice.jobIds.has(id);
  return choice.groups.has(groupKey({ name, dn })) || (id !== undefined && choice.groups.has(id));
}
