import type * as z from 'zod/mini';
import type { Holding } from '../fields/field.ts';
import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { fromTextKeys } from '../model/textKeys.ts';
import { isRecord } from '../util/json.ts';
import type { Localizer } from '../util/localizer.ts';
import { fieldTable, isOwnKey, type OwnKeys, objectFileSchemas } from './fileShapes.ts';
import type { FileProblem, ObjectFile } from './objectFile.ts';
import { problemIn, readFileText } from './text/fileText.ts';
import { readShape, type ShapeReading } from './text/shapeReading.ts';

export interface ObjectFileReading {
  /** `undefined` if the file cannot be read. */
  readonly file: ObjectFile | undefined;
  readonly problems: readonly FileProblem[];
}

/** Parses the file of a job or group; every problem has a position and a reason. */
export function readObjectFile(
  { kind, path, text }: Pick<ObjectFile, 'kind' | 'path' | 'text'>,
  localizer: Localizer,
): ObjectFileReading {
  const reading = readFileText(path, text, localizer);
  if (reading.kind === 'bad') return { file: undefined, problems: reading.problems };
  const { value, problems: found } = readFields(kind, reading.value, localizer);
  if (value === undefined)
    return { file: undefined, problems: found.map(problem => problemIn({ path, text }, problem)) };
  const fields = withoutOwnKeys(value);
  // Most files have no escaped keys to convert.
  const draft = text.includes('"~') ? fromTextKeys(fields) : fields;
  if (!isRecord(draft)) return { file: undefined, problems: [] };
  const name = typeof draft['name'] === 'string' ? draft['name'] : '';
  const file = { kind, path, name, key: value.$key, previousName: value.$previousName, draft, text };
  const problems = [...found, ...nameProblems(file, localizer)];
  return { file, problems: problems.map(problem => problemIn({ path, text }, problem)) };
}

/** Nearly all files are valid, so the slower schema is only used to explain the others. */
function readFields(
  kind: ObjectKind,
  value: Draft,
  localizer: Localizer,
): ShapeReading<Draft & Partial<OwnKeys>> {
  if (isPlainlyValid(kind, value)) return { value, problems: [] };
  const schema: z.core.$ZodType<Draft & OwnKeys> = objectFileSchemas[kind];
  return readShape(schema, value, localizer);
}

/** Whether all fields have plain values of the right type, and none are keys of the file itself. */
function isPlainlyValid(kind: ObjectKind, value: Draft): value is Draft & Partial<OwnKeys> {
  const table = fieldTable(kind);
  for (const key of Object.keys(value)) {
    const row = Object.hasOwn(table, key) ? table[key] : undefined;
    if (row === undefined ? isOwnKey(key) : !holds[row.holds](value[key])) return false;
  }
  return true;
}

const isText = (value: unknown) => typeof value === 'string';
const isId = (value: unknown) =>
  typeof value === 'number' ? Number.isSafeInteger(value) : isText(value) && value !== '';
const areNames = (value: unknown) => Array.isArray(value) && value.every(isText);

const holds: Readonly<Record<Holding, (value: unknown) => boolean>> = {
  text: isText,
  flag: value => typeof value === 'boolean',
  ids: value => Array.isArray(value) && value.every(isId),
  names: areNames,
  devices: areNames,
};

function withoutOwnKeys(value: Draft & Partial<OwnKeys>): Draft {
  const { $schema: _, $key: __, $previousName: ___, ...fields } = value;
  return fields;
}

/** Only a key or a DN identifies an object without a name (decision 34). */
function nameProblems({ kind, name, key, draft: { dn } }: Omit<ObjectFile, 'text'>, { t }: Localizer) {
  const isIdentified = key !== undefined || (kind === 'group' && typeof dn === 'string' && dn.trim() !== '');
  if (name.trim() !== '' || isIdentified) return [];
  const text = kind === 'job' ? t('A job needs a name.') : t('A group needs a name.');
  return [{ path: ['name'], severity: 'error' as const, text }];
}
