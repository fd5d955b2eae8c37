import * as z from 'zod/mini';
import { flagFields, idListFields, nameListFields, textFields } from '../fields/objectFields.ts';

const IdItemsSchema = z.array(z.int().check(z.minimum(0)));
const NameItemsSchema = z.array(z.string());

/**
 * One edit in a form. Lists change by added and removed members, not by a new value, so that a simultaneous edit in
 * the JSON editor survives.
 */
export const FormChangeSchema = z.union([
  z.object({ kind: z.literal('text'), field: z.enum(textFields), value: z.string() }),
  z.object({ kind: z.literal('flag'), field: z.enum(flagFields), value: z.boolean() }),
  z.object({ kind: z.enum(['add', 'remove']), field: z.enum(idListFields), items: IdItemsSchema }),
  z.object({ kind: z.enum(['add', 'remove']), field: z.enum(nameListFields), items: NameItemsSchema }),
]);

export type FormChange = z.infer<typeof FormChangeSchema>;
