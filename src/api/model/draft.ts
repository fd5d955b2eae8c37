import * as z from 'zod/mini';

export const DraftSchema = z.record(z.string(), z.unknown());

/** The JSON value of a document: the write shape of a job or a group. */
export type Draft = Readonly<z.infer<typeof DraftSchema>>;

export function onlyFields(draft: Draft, fields: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([field]) => fields.includes(field)));
}
