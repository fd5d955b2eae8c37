import type { Localizer } from '../util/localizer.ts';
import type { DraftParts } from './fileDrafts.ts';
import { type KindMatches, matchFileSet } from './fileMatches.ts';
import { type FileSet, isWhole } from './fileSet.ts';
import { KindPlan } from './kindPlan.ts';
import type { Plan } from './plan.ts';
import type { ServerState } from './serverState.ts';

/** What applying the files to the server would do. */
export function planChanges(fileSet: FileSet, state: ServerState, localizer: Localizer): Plan {
  const matches = matchFileSet(fileSet, state, localizer);
  // While a file is wrong, it is unknown what has no file.
  const items = [matches.groups, matches.jobs].flatMap(kind => {
    const plan = new KindPlan(matches, kind, { state, localizer });
    const ofFiles = plan.ofFiles(fileSet.problems);
    return isWhole(fileSet) ? [...ofFiles, ...plan.ofRest()] : ofFiles;
  });
  const draftParts = (kind: KindMatches): DraftParts => ({
    references: matches.references,
    rules: kind.rules,
    serverUrl: state.server.url,
  });
  return {
    draftParts: { job: draftParts(matches.jobs), group: draftParts(matches.groups) },
    server: state.server,
    isOwnServer: matches.isOwnServer,
    items,
    problems: fileSet.problems,
    isWhole: isWhole(fileSet),
    needsGroupIds: matches.jobs.resolutions.some(job => job.needsGroupIds),
  };
}
