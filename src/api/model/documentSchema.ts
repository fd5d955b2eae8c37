import * as z from 'zod/mini';
import { isRecord } from '../../base/json.ts';
import type { Localizer } from '../../base/localizer.ts';
import { type ObjectKind, objectFields } from '../fields/objectFields.ts';
import { GroupDraftSchema, JobDraftSchema } from './drafts.ts';

type Properties = Readonly<Record<string, unknown>>;

/** The JSON schema of job or group documents, derived from the zod schema that parses them. */
export function documentSchemaText(kind: ObjectKind, localizer: Localizer): string {
  const schema = z.toJSONSchema(kind === 'job' ? JobDraftSchema : GroupDraftSchema, { target: 'draft-7' });
  return JSON.stringify({
    ...schema,
    properties: describeFields(kind, schema.properties ?? {}, localizer),
  });
}

/** The properties of a schema in the order of the fields, with descriptions for hovers. */
export function describeFields(kind: ObjectKind, properties: Properties, localizer: Localizer): Properties {
  return Object.fromEntries(
    Object.entries(objectFields[kind]).map(([name, field]) => {
      const examples = 'examples' in field ? { items: { type: 'string', examples: field.examples } } : {};
      const property = properties[name];
      const described = { ...(isRecord(property) ? property : {}), ...examples };
      return [name, { ...described, description: field.hover(localizer) }];
    }),
  );
}
