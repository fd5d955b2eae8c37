import * as z from 'zod/mini';
import type { ObjectKind } from '../fields/objectFields.ts';
import { describedFields, fileSchemaText, manifestSchemaText } from '../files/fileSchema.ts';
import { GroupDraftSchema } from '../model/groupDraft.ts';
import { JobDraftSchema } from '../model/jobDraft.ts';
import { localizer } from '../platform/localize.ts';

/** JSON schema of job or group documents, made from the zod schema that reads them, with texts for hovers. */
function documentSchema(kind: ObjectKind): string {
  const schema = z.toJSONSchema(kind === 'job' ? JobDraftSchema : GroupDraftSchema, { target: 'draft-7' });
  return JSON.stringify({
    ...schema,
    properties: describedFields(kind, schema.properties ?? {}, localizer),
  });
}

/** JSON schema by the name in its URL: of documents, of files in a workspace, or of their manifest. */
export function schemaNamed(name: string, kind: ObjectKind): string {
  if (name === 'file.json') return fileSchemaText(kind, localizer);
  return name === 'manifest.json' ? manifestSchemaText(localizer) : documentSchema(kind);
}
