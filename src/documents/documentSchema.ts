import * as z from 'zod/mini';
import type { ObjectKind } from '../fields/objectFields.ts';
import { describedFields, fileSchemaText, manifestSchemaText } from '../files/fileSchema.ts';
import { GroupDraftSchema } from '../model/groupDraft.ts';
import { JobDraftSchema } from '../model/jobDraft.ts';
import { localizer } from '../platform/localize.ts';

/** The JSON schema of job or group documents with hover texts, derived from the zod schema that parses them. */
function documentSchema(kind: ObjectKind): string {
  const schema = z.toJSONSchema(kind === 'job' ? JobDraftSchema : GroupDraftSchema, { target: 'draft-7' });
  return JSON.stringify({
    ...schema,
    properties: describedFields(kind, schema.properties ?? {}, localizer),
  });
}

/** The JSON schema for the name in its URL: that of documents, of workspace files, or of their manifest. */
export function schemaNamed(name: string, kind: ObjectKind): string {
  if (name === 'file.json') return fileSchemaText(kind, localizer);
  return name === 'manifest.json' ? manifestSchemaText(localizer) : documentSchema(kind);
}
