import assert from 'node:assert/strict';
import * as z from 'zod';
import { fileSchemaText, manifestSchemaText } from '../../../src/files/fileSchema.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';

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
  it('describes each field in the order of the table, and the keys about the file itself', () => {
    const {
      properties = {},
      allowComments,
      allowTrailingCommas,
    } = schemaOf(fileSchemaText('job', englishLocalizer));
    const names = Object.keys(properties);
    assert.deepEqual([names[0], ...names.slice(-2)], ['name', '$key', '$previousName']);
    assert.ok(['peers', 'params', 'report_formats'].every(name => names.includes(name)));
    for (const [name, { description = '' }] of Object.entries(properties))
      assert.ok(description.length > 10, name);
    assert.equal(properties['enabled']?.type, 'boolean');
    assert.match(properties['$key']?.description ?? '', /^ID of the object/);
    assert.match(properties['$previousName']?.description ?? '', /^The object's name on the server/);
    assert.match(JSON.stringify(properties['report_formats']?.items), /"type":"string","examples":\[.*pdf/);
    assert.ok(!('examples' in Object.assign({}, properties['peers']?.items)));
    assert.deepEqual([allowComments, allowTrailingCommas], [true, true]);
    const group = schemaOf(fileSchemaText('group', englishLocalizer)).properties ?? {};
    assert.deepEqual(Object.keys(group), ['name', 'dn', 'server_set', '$key', '$previousName']);
  });

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

  it('describes the manifest at every level, and allows what its reader accepts', () => {
    const { properties = {}, ...rest } = schemaOf(manifestSchemaText(englishLocalizer));
    assert.deepEqual([rest.allowComments, rest.allowTrailingCommas], [true, true]);
    for (const name of ['server', 'jobs', 'groups', 'prune', 'allowUnknownDevices', 'labels'])
      assert.ok((properties[name]?.description ?? '').length > 10, name);
    for (const kind of ['jobs', 'groups'])
      for (const name of ['folder', 'include', 'exclude', 'excludeFields'])
        assert.ok((properties[kind]?.properties?.[name]?.description ?? '').length > 10, `${kind} ${name}`);
    assert.equal(properties['version']?.description, undefined);
  });
});
