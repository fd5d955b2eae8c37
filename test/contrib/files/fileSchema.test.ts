import assert from 'node:assert/strict';
import * as z from 'zod';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { fileSchemaText, manifestSchemaText } from '../../../src/contrib/files/common/fileSchema.ts';

const PropertySchema: z.ZodType<Property> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    description: z.string().optional(),
    required: z.array(z.string()).optional(),
    $schema: z.string().optional(),
    properties: z.record(z.string(), PropertySchema).optional(),
    items: z.unknown().optional(),
  }),
);
interface Property {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: readonly string[] | undefined;
  readonly $schema?: string | undefined;
  readonly properties?: Readonly<Record<string, Property>> | undefined;
  readonly items?: unknown;
}

function schemaOf(text: string) {
  const value: unknown = JSON.parse(text);
  const options = z.looseObject({ allowComments: z.boolean(), allowTrailingCommas: z.boolean().optional() });
  return { ...options.parse(value), ...PropertySchema.parse(value) };
}

describe('the JSON schema of files', () => {
  it('has the draft version that VS Code reads, and requires only the version and server of a manifest', () => {
    const schemas = [fileSchemaText('job', englishLocalizer), manifestSchemaText(englishLocalizer)].map(
      schemaOf,
    );
    for (const { $schema } of schemas) assert.equal($schema, 'http://json-schema.org/draft-07/schema#');
    assert.deepEqual(
      schemas.map(({ required = [] }) => required),
      [[], ['version', 'server']],
    );
  });
});
