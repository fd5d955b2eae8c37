import { isRecord } from '../../../src/base/json.ts';
import type { Exchange } from '../saves/heldServers.ts';
import { fields, objectKey, type Records, type Values, valuesOf } from '../saves/records.ts';
import { type Sheet, sameValues } from '../saves/sheet.ts';

interface ReplacementParts {
  readonly records: Records;
  readonly sheets: () => readonly Sheet[];
  readonly violated: (what: string) => void;
}

/**
 * The document in which the user requested this replacement of a whole object: with the text that they chose, and over
 * the version that they were shown.
 */
export function replacementAuthor(
  { records, sheets, violated }: ReplacementParts,
  { slot, place, path, body }: Exchange,
): Sheet | undefined {
  const id = Number(/\/job\/(\d+)\//.exec(path)?.[1]);
  const sent = valuesOf(isRecord(body) ? body : {});
  const isWanted = ({ agreed }: Sheet) => agreed.some(values => sameValues(values, sent));
  const sheet = sheets().find(other => other.slot === slot && other.id === id && isWanted(other));
  if (sheet === undefined) {
    violated(`PUT of job ${id} at ${place}: nobody wanted this`);
    return undefined;
  }
  const now = records.known({ slot, job: objectKey(place, 'jobs', id) })?.values;
  for (const field of fields.filter(name => now?.[name] !== sent[name]))
    if (![...sheet.shownForReplacing, shownIn(sheet)].some(values => values[field] === now?.[field]))
      violated(`${field} of job ${id} at ${place}: ${now?.[field]} is replaced, and nobody saw it`);
  return sheet;
}

function shownIn({ shown }: Sheet): Partial<Values> {
  return Object.fromEntries([...shown].map(([field, { value }]) => [field, value]));
}
