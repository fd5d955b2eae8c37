import * as z from 'zod';
import type { FieldTable } from '../fields/field.ts';
import { type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { GroupDraftSchema } from '../model/groupDraft.ts';
import { JobDraftSchema } from '../model/jobDraft.ts';
import { localizer } from '../platform/localize.ts';
import { isRecord } from '../util/json.ts';

const made = new Map<ObjectKind, string>();

/** JSON schema of job or group documents, made from the zod schema that reads them, with words for hovers. */
export function documentSchema(kind: ObjectKind): string {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(kind === 'job' ? JobDraftSchema : GroupDraftSchema, { target: 'draft-7' });
  const text = JSON.stringify({ ...schema, properties: describe(schema.properties ?? {}, kind) });
  made.set(kind, text);
  return text;
}

function describe(properties: Readonly<Record<string, unknown>>, kind: ObjectKind): Record<string, unknown> {
  const table: FieldTable = objectFields[kind];
  return Object.fromEntries(
    Object.entries(table).map(([name, field]) => {
      const property = properties[name];
      return [
        name,
        {
          ...(isRecord(property) ? property : {}),
          ...('examples' in field ? { items: { type: 'string', examples: field.examples } } : {}),
          description: field.hover(localizer),
        },
      ];
    }),
  );
}
