import * as z from 'zod/mini';
import { byField, type FieldTable } from '../fields/field.ts';
import { groupFields } from '../fields/groupFields.ts';
import { jobFields } from '../fields/jobFields.ts';
import { type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { draftSchemas } from '../model/fieldShapes.ts';

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

const JobFileSchema = z.looseObject({ ...ownKeys, ...byField(jobFields, fileSchemas) });
const GroupFileSchema = z.looseObject({ ...ownKeys, ...byField(groupFields, fileSchemas) });

export const objectFileSchemas = { job: JobFileSchema, group: GroupFileSchema } satisfies Record<
  ObjectKind,
  z.core.$ZodType
>;

export type OwnKeys = Pick<z.infer<typeof JobFileSchema>, '$key' | '$previousName'>;

export function isOwnKey(key: string): boolean {
  return Object.hasOwn(ownKeys, key);
}

/** The documented fields, in the order of the files. */
export function fieldTable(kind: ObjectKind): FieldTable {
  return objectFields[kind];
}
