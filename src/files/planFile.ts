import type { Localizer } from '../util/localizer.ts';
import type { FileSet } from './fileSet.ts';
import type { ObjectFile } from './objectFile.ts';
import type { PlanItem } from './plan.ts';
import { planChanges } from './planChanges.ts';
import type { ServerState } from './serverState.ts';

/** What applying one file would do, as its editor has it. Of the others, only the groups that they create count. */
export function planFile(
  fileSet: FileSet,
  file: ObjectFile,
  { state, localizer }: { readonly state: ServerState; readonly localizer: Localizer },
): PlanItem | undefined {
  const groups = fileSet.files.filter(({ kind, path }) => kind === 'group' && path !== file.path);
  const { items } = planChanges({ ...fileSet, files: [...groups, file] }, state, localizer);
  return items.find(item => item.file === file);
}
