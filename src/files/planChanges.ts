import type { Localizer } from '../util/localizer.ts';
import { responseSlices } from '../util/slices.ts';
import { atOnce, inSlices, type Steps } from '../util/steps.ts';
import { type FileMatches, matchFileSet } from './fileMatches.ts';
import type { Plan, PlanItem } from './filePlan.ts';
import { type FileSet, isComplete, type ReadOptions } from './fileSet.ts';
import { KindPlan, type KindPlanParts } from './kindPlan.ts';
import type { ObjectFile } from './objectFile.ts';
import type { ServerState } from './serverState.ts';

/** Plans the changes of all files; yields to other work while comparing thousands. */
export function planChanges(
  fileSet: FileSet,
  state: ServerState,
  { localizer, signal }: ReadOptions,
): Promise<Plan> {
  return inSlices(planSteps(fileSet, state, localizer), responseSlices(signal));
}

function* planSteps(fileSet: FileSet, state: ServerState, localizer: Localizer): Steps<Plan> {
  const matches = yield* matchFileSet(fileSet, state, localizer);
  const items: (readonly PlanItem[])[] = [];
  const problems = [...fileSet.problems];
  for (const kind of [matches.groups, matches.jobs]) {
    const plan = new KindPlan(matches, kind, { state, localizer });
    items.push(yield* plan.ofFiles(fileSet.problems));
    yield;
    // While a file has errors, it is unknown which objects have no file.
    if (!isComplete(fileSet)) continue;
    const rest = plan.ofRest();
    problems.push(...rest.problems);
    items.push(rest.items);
  }
  return {
    draftParts: { job: matches.jobs.draftParts, group: matches.groups.draftParts },
    server: state.server,
    isOwnServer: matches.isOwnServer,
    items: items.flat(),
    problems,
    isComplete: isComplete({ problems }),
    needsGroupIds: matches.jobs.resolutions.some(job => job.needsGroupIds) || lacksIdToDelete(matches),
  };
}

/** Whether a group has no file and would be deleted if its ID were known. */
function lacksIdToDelete({ manifest, groups: { onlyOnServer } }: FileMatches): boolean {
  return manifest.prune && [...onlyOnServer].some(({ id }) => id === undefined);
}

/** Plans one file with the text from its editor. Of the other files, only the groups that they create matter. */
export function planFile(fileSet: FileSet, file: ObjectFile, parts: KindPlanParts): PlanItem | undefined {
  const groups = fileSet.files.filter(({ kind, path }) => kind === 'group' && path !== file.path);
  const files = [...groups, file];
  const matches = atOnce(matchFileSet({ ...fileSet, files }, parts.state, parts.localizer));
  const plan = new KindPlan(matches, file.kind === 'job' ? matches.jobs : matches.groups, parts);
  return atOnce(plan.ofFiles(fileSet.problems)).find(item => item.file === file);
}
