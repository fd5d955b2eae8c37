import * as z from 'zod/mini';
import { flagFields, idListFields, nameListFields, textFields } from '../fields/objectFields.ts';

const IdItemsSchema = z.array(z.int().check(z.minimum(0)));
const NameItemsSchema = z.array(z.string());

/**
 * One thing that a user did in a form. Lists are changed by what is added and removed, not by a new value, so that a
 * simultaneous change in the JSON editor survives.
 */
export const FormChangeSchema = z.union([
  z.object({ kind: z.literal('text'), field: z.enum(textFields), value: z.string() }),
  z.object({ kind: z.literal('flag'), field: z.enum(flagFields), value: z.boolean() }),
  z.object({ kind: z.enum(['add', 'remove']), field: z.enum(idListFields), items: IdItemsSchema }),
  z.object({ kind: z.enum(['add', 'remove']), field: z.enum(nameListFields), items: NameItemsSchema }),
]);

export type FormChange = z.infer<typeof FormChangeSchema>;
