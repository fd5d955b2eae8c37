import type { ObjectKind } from '../fields/objectFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { type ExportChoice, type ExportPlan, exportObjects } from './exportObjects.ts';
import { type FileSet, fileEndings, parseManifest } from './fileSet.ts';
import { manifestName } from './manifest.ts';
import { readObjectFile } from './objectFiles.ts';
import type { ServerState } from './serverState.ts';

export interface Copy extends Pick<ExportPlan, 'skipped' | 'tooLong' | 'hiddenFields'> {
  /** Files that are only planned against another server and never written. */
  readonly fileSet: FileSet;
}

/** Represents the chosen objects of a server as files. */
export async function copyObjects(
  state: ServerState,
  choice: ExportChoice,
  localizer: Localizer,
): Promise<Copy> {
  const empty = { manifest: undefined, manifestText: undefined, files: [] };
  const exported = await exportObjects({ fileSet: empty, state, localizer, choice });
  const { manifestText, writes, ...rest } = exported;
  const { manifest, problems } = parseManifest(manifestText, localizer);
  const readings = writes
    .filter(({ path }) => path !== manifestName)
    .map(write => readObjectFile({ kind: kindOf(write.path), ...write }, localizer));
  const fileSet = {
    folder: '',
    manifest,
    manifestText,
    isNew: true,
    files: readings.flatMap(({ file }) => file ?? []),
    problems: [...problems, ...readings.flatMap(reading => reading.problems)],
  };
  return { ...rest, fileSet };
}

function kindOf(path: string): ObjectKind {
  return fileEndings.group.some(ending => path.endsWith(ending)) ? 'group' : 'job';
}
