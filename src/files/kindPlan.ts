import { mapInSteps, type Steps } from '../util/steps.ts';
import { differingFields } from './comparison.ts';
import { toFileDraft } from './fileDrafts.ts';
import type { FileMatches, KindMatches } from './fileMatches.ts';
import type { FieldChange, PlanItem } from './filePlan.ts';
import type { Resolution } from './fileResolution.ts';
import type { FileSet } from './fileSet.ts';
import type { Match } from './matching.ts';
import type { FileProblem } from './objectFile.ts';
import { type PlanProblemParts, PlanProblems } from './planProblems.ts';
import type { ServerObject } from './serverObjects.ts';
import { byCodePoint } from './text/folderReading.ts';

export type KindPlanParts = Pick<PlanProblemParts, 'state' | 'localizer'>;

/** Plans the files of one kind. */
export class KindPlan {
  readonly #matches: FileMatches;
  readonly #kind: KindMatches;
  readonly #problems: PlanProblems;

  constructor(matches: FileMatches, kind: KindMatches, { state, localizer }: KindPlanParts) {
    this.#matches = matches;
    this.#kind = kind;
    this.#problems = new PlanProblems({ state, kind, localizer, isOwnServer: matches.isOwnServer });
  }

  /** The items of the files; files with errors have none. */
  ofFiles(problemsOfSet: FileSet['problems']): Steps<PlanItem[]> {
    const { resolutions, byFile, ambiguous, reusedKeys } = this.#kind;
    const errors = problemsOfSet.filter(({ severity }) => severity === 'error');
    const wrong = new Set(errors.map(({ path }) => path));
    const right = resolutions.filter(({ file }) => !wrong.has(file.path));
    return mapInSteps(right, resolution => {
      const match = byFile.get(resolution.file);
      const other = reusedKeys.get(resolution.file);
      if (other !== undefined) return this.#blocked(resolution, this.#problems.reusedKey(resolution, other));
      const several = ambiguous.get(resolution.file);
      if (several !== undefined)
        return this.#blocked(resolution, this.#problems.several(resolution, several));
      return match === undefined ? this.#creation(resolution) : this.#change(resolution, match);
    });
  }

  /** The objects without a file, and why they are not deleted although the manifest prunes. */
  ofRest(): { readonly items: readonly PlanItem[]; readonly problems: readonly FileProblem[] } {
    const { ambiguous, onlyOnServer, resolutions, kind, rules } = this.#kind;
    const { prune, allowEmpty } = this.#matches.manifest;
    const rest = [...onlyOnServer]
      .filter(object => ![...ambiguous.values()].some(objects => objects.includes(object)))
      .sort((a, b) => byCodePoint(a.name, b.name) || (a.id ?? 0) - (b.id ?? 0));
    // Absence is no wish to delete everything (decision 35).
    const isEmpty = resolutions.length === 0 && !allowEmpty;
    const unknown = rest.filter(({ id }) => id === undefined).length;
    const items = rest.map(object => {
      const isDeleted = prune && !isEmpty && object.id !== undefined;
      return {
        ...itemOf(object),
        action: isDeleted ? 'delete' : 'onlyOnServer',
        changes: [],
        problems: [],
      } as const;
    });
    if (!prune || rest.length === 0) return { items, problems: [] };
    if (isEmpty) return { items, problems: [this.#problems.noFiles(kind, rules.folder, rest.length)] };
    return { items, problems: unknown === 0 ? [] : [this.#problems.idsUnknown(unknown)] };
  }

  #creation(resolution: Resolution): PlanItem {
    const { file } = resolution;
    const draft = this.#kind.fields.sent(resolution.draft);
    const problems = this.#problems.ofCreation(resolution);
    if (problems.some(({ severity }) => severity === 'error')) return this.#blocked(resolution, problems);
    const changes = Object.keys(draft).map(field => ({ field, before: undefined, after: file.draft[field] }));
    return { action: 'create', kind: file.kind, name: file.name, file, changes, problems, draft };
  }

  #change(resolution: Resolution, { object, isRename }: Match): PlanItem {
    const { file } = resolution;
    const draft = this.#managed(resolution, object);
    const fields = differingFields(draft, object, this.#kind.rules);
    const problems = this.#problems.ofChange(resolution, { object, fields });
    const changes = this.#changes(fields, resolution, object);
    const isBlocked = problems.some(({ severity }) => severity === 'error');
    const action = isBlocked ? 'blocked' : fields.length === 0 ? 'unchanged' : isRename ? 'rename' : 'change';
    const previous = action === 'rename' ? { previousName: object.name } : {};
    const name = Object.hasOwn(file.draft, 'name') ? file.name : object.name;
    return { ...itemOf(object), name, action, file, changes, problems, draft, ...previous };
  }

  /** A group has its own `dn` on each server. */
  #managed(resolution: Resolution, { dn }: ServerObject): Resolution['draft'] {
    const draft = this.#kind.fields.sent(resolution.draft);
    if (this.#matches.isOwnServer || dn === '') return draft;
    const { dn: _, ...rest } = draft;
    return rest;
  }

  #changes(fields: readonly string[], { file }: Resolution, object: ServerObject): FieldChange[] {
    if (fields.length === 0) return [];
    const stored = toFileDraft(object, this.#kind.draftParts);
    return fields.map(field => ({ field, before: stored[field], after: file.draft[field] }));
  }

  #blocked({ file, draft }: Resolution, problems: PlanItem['problems']): PlanItem {
    return { action: 'blocked', kind: file.kind, name: file.name, file, changes: [], problems, draft };
  }
}

function itemOf(object: ServerObject): Pick<PlanItem, 'kind' | 'name' | 'id' | 'object'> {
  const { kind, name, id } = object;
  return { kind, name, object, ...(id === undefined ? {} : { id }) };
}
