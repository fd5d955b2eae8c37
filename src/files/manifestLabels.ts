import { type LabeledField, labeledFields } from '../fields/objectFields.ts';
import { ascending } from '../util/collections.ts';
import type { FileSet } from './fileSet.ts';
import { fingerprintOf, newManifest } from './manifest.ts';
import type { References } from './references.ts';
import type { ServerState } from './serverState.ts';
import { withValue } from './text/fileEdits.ts';

/** Adds the labels that exported jobs use to the text of the manifest. */
export function withUsedLabels(
  { manifest, manifestText }: Pick<FileSet, 'manifest' | 'manifestText'>,
  state: ServerState,
  references: References,
): string {
  const fingerprint = fingerprintOf(state.server.url);
  const fresh = `${JSON.stringify(newManifest(state.server), undefined, 2)}\n`;
  const isFromBefore = manifest !== undefined && manifest.fingerprint === undefined;
  const text = isFromBefore
    ? withValue(manifestText ?? fresh, ['fingerprint'], fingerprint)
    : (manifestText ?? fresh);
  const server = manifest?.server ?? state.server.name;
  const known = manifest?.labels[server] ?? {};
  const missing = labeledFields.flatMap(field =>
    findUsedLabels(field, state, references)
      .filter(([id]) => known[field]?.[id] === undefined)
      .map(([id, label]) => ({ path: ['labels', server, field, String(id)], label })),
  );
  return missing.reduce((before, { path, label }) => withValue(before, path, label), text);
}

function findUsedLabels(
  field: LabeledField,
  { jobs }: ServerState,
  references: References,
): (readonly [number, string])[] {
  const ids = ascending(jobs.flatMap(job => job[field]));
  return ids.flatMap(id => {
    const label = references.labelText(field, id);
    return typeof label === 'string' ? [[id, label] as const] : [];
  });
}
