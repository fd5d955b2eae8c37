import type { ObjectKind } from '../fields/objectFields.ts';
import type { Localizer } from '../util/localizer.ts';
import { type ExportChoice, exportObjects } from './exportObjects.ts';
import { type FileSet, fileEndings, parseManifest } from './fileSet.ts';
import { manifestName, newManifest } from './manifest.ts';
import { readObjectFile } from './objectFiles.ts';
import type { ServerState } from './serverState.ts';

/** The chosen objects of a server as files that are never written, to be planned against another server. */
export async function copyObjects(
  state: ServerState,
  choice: ExportChoice,
  localizer: Localizer,
): Promise<FileSet> {
  const empty = { manifest: newManifest(state.server.name), manifestText: undefined, files: [] };
  const { writes } = await exportObjects({ fileSet: empty, state, localizer, choice });
  const text = writes.find(({ path }) => path === manifestName)?.text ?? '';
  const { manifest, problems } = parseManifest(text, localizer);
  const readings = writes
    .filter(({ path }) => path !== manifestName)
    .map(write => readObjectFile({ kind: kindOf(write.path), ...write }, localizer));
  return {
    folder: '',
    manifest,
    manifestText: text,
    isNew: true,
    files: readings.flatMap(({ file }) => file ?? []),
    problems: [...problems, ...readings.flatMap(reading => reading.problems)],
  };
}

function kindOf(path: string): ObjectKind {
  return fileEndings.group.some(ending => path.endsWith(ending)) ? 'group' : 'job';
}
