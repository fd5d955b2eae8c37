import * as z from 'zod/mini';
import { byField, type FieldTable, type Holding } from '../../../api/fields/field.ts';
import { groupFields } from '../../../api/fields/groupFields.ts';
import { jobFields } from '../../../api/fields/jobFields.ts';
import { type ObjectKind, objectFields } from '../../../api/fields/objectFields.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { draftSchemas } from '../../../api/model/fieldShapes.ts';
import { fromTextKeys } from '../../../api/model/textKeys.ts';
import { isRecord, stringOf } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { type FileProblem, problemIn, readFileText, readShape } from './fileText.ts';

/** A parsed file of a job or group. */
export interface ObjectFile {
  readonly kind: ObjectKind;
  readonly path: string;
  readonly name: string;
  /** The ID on the server of the manifest, if the name alone does not identify the object. */
  readonly key: number | undefined;
  /** The current name of the object on the server, if the file renames it. */
  readonly previousName: string | undefined;
  /** The fields, with names instead of IDs where files use names. */
  readonly draft: Draft;
  readonly text: string;
}

/**
 * The shape of a field in files: as in documents, but with names instead of IDs if there are names. IDs may be negative,
 * because a server may hold such; only a change to one is rejected.
 */
const fileSchemas = {
  ...draftSchemas,
  ids: z.exactOptional(z.array(z.union([z.int(), z.string().check(z.minLength(1))]))),
};

/** Keys with a meaning for the file itself. They cannot clash with the server's, which are escaped. */
const ownKeys = {
  $schema: z.exactOptional(z.string()),
  $key: z.exactOptional(z.int()),
  $previousName: z.exactOptional(z.string().check(z.minLength(1))),
};

export const objectFileSchemas = {
  job: z.looseObject({ ...ownKeys, ...byField(jobFields, fileSchemas) }),
  group: z.looseObject({ ...ownKeys, ...byField(groupFields, fileSchemas) }),
};

type Fields = Draft & { readonly $key?: number; readonly $previousName?: string };

/** The documented fields, in the order of the files. */
export function fieldTable(kind: ObjectKind): FieldTable {
  return objectFields[kind];
}

/** Parses the file of a job or group, if it can be read; every problem has a position and a reason. */
export function readObjectFile(
  { kind, path, text }: Pick<ObjectFile, 'kind' | 'path' | 'text'>,
  localizer: Localizer,
): { readonly file: ObjectFile | undefined; readonly problems: readonly FileProblem[] } {
  const reading = readFileText(path, text, localizer);
  if (reading.kind === 'bad') return { file: undefined, problems: [reading.problem] };
  const { value, problems } = readFields(kind, reading.value, localizer);
  if (value === undefined)
    return { file: undefined, problems: problems.map(problem => problemIn({ path, text }, problem)) };
  const { $schema: _, $key: key, $previousName: previousName, ...fields } = value;
  // Most files have no escaped keys to convert.
  const draft = text.includes('"~') ? fromTextKeys(fields) : fields;
  if (!isRecord(draft)) return { file: undefined, problems: [] };
  const name = stringOf(draft['name']);
  const file = { kind, path, name, key, previousName, draft, text };
  return { file, problems: isIdentified(file) ? [] : [namelessProblem(file, localizer)] };
}

/** Nearly all files are valid, so the slower schema is only used to explain the others. */
function readFields(kind: ObjectKind, value: Draft, localizer: Localizer) {
  if (isPlainlyValid(kind, value)) return { value, problems: [] };
  const schema: z.core.$ZodType<Fields> = objectFileSchemas[kind];
  return readShape(schema, value, localizer);
}

/** Whether all fields have plain values of the right type, and none are keys of the file itself. */
function isPlainlyValid(kind: ObjectKind, value: Draft): value is Fields {
  const table = fieldTable(kind);
  return Object.keys(value).every(key => {
    const row = Object.hasOwn(table, key) ? table[key] : undefined;
    return row === undefined ? !Object.hasOwn(ownKeys, key) : holds[row.holds](value[key]);
  });
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

/** Only a name, a key or a DN identifies an object (decision 34). */
function isIdentified({ kind, name, key, draft: { dn } }: ObjectFile): boolean {
  if (name.trim() !== '' || key !== undefined) return true;
  return kind === 'group' && typeof dn === 'string' && dn.trim() !== '';
}

function namelessProblem(file: ObjectFile, { t }: Localizer): FileProblem {
  const text = file.kind === 'job' ? t('A job needs a name.') : t('A group needs a name.');
  return problemIn(file, { path: ['name'], severity: 'error', text });
}
