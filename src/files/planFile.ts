import { atOnce } from '../util/steps.ts';
import { matchFileSet } from './fileMatches.ts';
import type { FileSet } from './fileSet.ts';
import { KindPlan, type KindPlanParts } from './kindPlan.ts';
import type { ObjectFile } from './objectFile.ts';
import type { PlanItem } from './plan.ts';

/** Plans one file with the text in its editor. Of the other files, only the groups that they create count. */
export function planFile(fileSet: FileSet, file: ObjectFile, parts: KindPlanParts): PlanItem | undefined {
  const groups = fileSet.files.filter(({ kind, path }) => kind === 'group' && path !== file.path);
  const files = [...groups, file];
  const matches = atOnce(matchFileSet({ ...fileSet, files }, parts.state, parts.localizer));
  const plan = new KindPlan(matches, file.kind === 'job' ? matches.jobs : matches.groups, parts);
  return atOnce(plan.ofFiles(fileSet.problems)).find(item => item.file === file);
}
