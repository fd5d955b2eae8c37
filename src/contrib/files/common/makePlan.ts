import { byCodePoint, getOrAdd } from '../../../base/collections.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { atOnce, inSlices, mapInSteps, type Steps } from '../../../base/steps.ts';
import { differingFields } from './comparison.ts';
import { toFileDraft } from './fileDrafts.ts';
import { type KindMatches, type Match, matchFileSet, type ResolvedFile } from './fileMatches.ts';
import { deletionItem, itemOf, type Plan, type PlanItem } from './filePlan.ts';
import { type FileSet, isComplete, type ReadOptions } from './fileSet.ts';
import type { FileProblem } from './fileText.ts';
import type { ObjectFile } from './objectFiles.ts';
import {
  changeProblems,
  creationProblems,
  idsUnknownProblem,
  noFilesProblem,
  uncertainProblem,
} from './planProblems.ts';
import {
  readServerState,
  type ServerAccess,
  type ServerState,
  type StateOptions,
  withFoundDevices,
} from './serverState.ts';

export interface PlanOptions extends StateOptions {
  readonly localizer: Localizer;
  /** The maximum number of requests to search for group IDs that the plan needs and the server does not return. */
  readonly idBudget?: number;
}

const defaultIdBudget = 200;

/** Reads the server and plans what the files would change on it. */
export async function makePlan(
  access: ServerAccess,
  fileSet: FileSet | Promise<FileSet>,
  options: PlanOptions,
): Promise<{ readonly plan: Plan; readonly state: ServerState }> {
  const [set, read] = await Promise.all([fileSet, readServerState(access, options)]);
  const { signal, idBudget: budget = defaultIdBudget } = options;
  const state = await withFoundDevices(access, read, set.files, { signal });
  const plan = await planChanges(set, state, options);
  if (!lacksGroupIds(plan)) return { plan, state };
  await access.groups.identity.findAll({ signal, budget });
  return { plan: await planChanges(set, state, options), state };
}

/** Whether any item can only be applied once a group's ID is known. */
function lacksGroupIds({ items, needsGroupIds }: Plan): boolean {
  const lacksId = ({ action, id, object }: PlanItem) =>
    object !== undefined && id === undefined && action !== 'unchanged' && action !== 'onlyOnServer';
  return needsGroupIds || items.some(lacksId);
}

/** Plans the changes of all files; yields to other work while comparing thousands. */
export function planChanges(
  fileSet: FileSet,
  state: ServerState,
  { localizer, signal }: ReadOptions,
): Promise<Plan> {
  return inSlices(planSteps(fileSet, state, localizer), responseSlices(signal));
}

function* planSteps(fileSet: FileSet, state: ServerState, localizer: Localizer): Steps<Plan> {
  const { groups, jobs } = yield* matchFileSet(fileSet, state, localizer);
  const items: PlanItem[] = [];
  const problems = [...fileSet.problems];
  for (const matches of [groups, jobs]) {
    for (const item of yield* planFiles(matches, fileSet.problems)) items.push(item);
    yield;
    // While a file has errors, it is unknown which objects have no file.
    if (!isComplete(fileSet)) continue;
    const rest = planRest(matches, state);
    for (const problem of rest.problems) problems.push(problem);
    for (const item of rest.items) items.push(item);
  }
  // A group without a file would be deleted if its ID were known.
  const lacksIdToDelete = groups.manifest.prune && groups.onlyOnServer.some(({ id }) => id === undefined);
  return {
    kinds: { job: jobs, group: groups },
    server: state.server,
    isOwnServer: groups.isOwnServer,
    items,
    problems,
    isComplete: isComplete({ problems }),
    needsGroupIds: jobs.resolved.some(job => job.needsGroupIds) || lacksIdToDelete,
  };
}

/** Plans one file with the text from its editor. Of the other files, only the groups that they create matter. */
export function planFile(
  fileSet: FileSet,
  file: ObjectFile,
  { state, localizer }: { readonly state: ServerState; readonly localizer: Localizer },
): PlanItem | undefined {
  const others = fileSet.files.filter(({ kind, path }) => kind === 'group' && path !== file.path);
  const { groups, jobs } = atOnce(matchFileSet({ ...fileSet, files: [...others, file] }, state, localizer));
  const matches = file.kind === 'job' ? jobs : groups;
  return atOnce(planFiles(matches, fileSet.problems)).find(item => item.file === file);
}

/** The items of the files; files with errors have none. */
function planFiles(matches: KindMatches, problemsOfSet: FileSet['problems']): Steps<PlanItem[]> {
  const errors = problemsOfSet.filter(({ severity }) => severity === 'error');
  const wrong = new Set(errors.map(({ path }) => path));
  const right = matches.resolved.filter(({ file }) => !wrong.has(file.path));
  return mapInSteps(right, resolved => {
    const uncertain = uncertainProblem(resolved.file, matches);
    if (uncertain !== undefined) return blocked(resolved, [uncertain]);
    const match = matches.byFile.get(resolved.file);
    return match === undefined ? planCreation(resolved, matches) : planChange(resolved, match, matches);
  });
}

function blocked({ file, draft }: ResolvedFile, problems: readonly FileProblem[]): PlanItem {
  return { action: 'blocked', kind: file.kind, name: file.name, file, changes: [], problems, draft };
}

function planCreation(resolved: ResolvedFile, matches: KindMatches): PlanItem {
  const { file, sent } = resolved;
  const problems = creationProblems(resolved, matches);
  if (problems.some(({ severity }) => severity === 'error')) return blocked(resolved, problems);
  const changes = Object.keys(sent).map(field => ({ field, before: undefined, after: file.draft[field] }));
  return { action: 'create', kind: file.kind, name: file.name, file, changes, problems, draft: sent };
}

function planChange(resolved: ResolvedFile, { object, isRename }: Match, matches: KindMatches): PlanItem {
  const { file, sent } = resolved;
  const { dn: _, ...withoutDn } = sent;
  // A group has its own `dn` on each server.
  const draft = matches.isOwnServer || object.dn === '' ? sent : withoutDn;
  const fields = differingFields(draft, object, matches.rules);
  const problems = changeProblems(resolved, { object, fields }, matches);
  const stored = fields.length === 0 ? {} : toFileDraft(object, matches);
  const changes = fields.map(field => ({ field, before: stored[field], after: file.draft[field] }));
  const isBlocked = problems.some(({ severity }) => severity === 'error');
  const action = isBlocked ? 'blocked' : fields.length === 0 ? 'unchanged' : isRename ? 'rename' : 'change';
  const previous = action === 'rename' ? { previousName: object.name } : {};
  const name = Object.hasOwn(file.draft, 'name') ? file.name : object.name;
  return { ...itemOf(object), name, action, file, changes, problems, draft, ...previous };
}

/** The objects without a file, and why they are not deleted although the manifest prunes. */
function planRest(matches: KindMatches, { jobs }: ServerState) {
  const { prune, allowEmpty } = matches.manifest;
  const uncertain = new Set([...matches.ambiguous.values()].flat());
  const rest = matches.onlyOnServer
    .filter(object => !uncertain.has(object))
    .sort((a, b) => byCodePoint(a.name, b.name) || (a.id ?? 0) - (b.id ?? 0));
  // Absence is no wish to delete everything (decision 35).
  const isEmpty = matches.resolved.length === 0 && !allowEmpty;
  const targeting = new Map<number, number[]>();
  for (const { id, groups } of prune ? jobs : [])
    for (const group of groups) getOrAdd(targeting, group, () => []).push(id);
  const items = rest.map((object): PlanItem => {
    const { kind, id } = object;
    if (!prune || isEmpty || id === undefined)
      return { ...itemOf(object), action: 'onlyOnServer', changes: [], problems: [] };
    return deletionItem(object, kind === 'group' ? (targeting.get(id) ?? []) : undefined);
  });
  const unknown = rest.filter(({ id }) => id === undefined).length;
  if (!prune || rest.length === 0) return { items, problems: [] };
  if (isEmpty) return { items, problems: [noFilesProblem(matches, rest.length)] };
  return { items, problems: unknown === 0 ? [] : [idsUnknownProblem(matches, unknown)] };
}
