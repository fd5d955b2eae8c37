import * as z from 'zod/mini';
import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { describeFields } from '../../../api/model/documentSchema.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { ManifestSchema } from './manifest.ts';
import { objectFileSchemas } from './objectFiles.ts';

/** The JSON schemas of the files and of their manifest, by the name in their URLs. */
export function fileSchemas(localizer: Localizer): ReadonlyMap<string, (kind: ObjectKind) => string> {
  return new Map<string, (kind: ObjectKind) => string>([
    ['file.json', kind => fileSchemaText(kind, localizer)],
    ['manifest.json', () => manifestSchemaText(localizer)],
  ]);
}

/** The JSON schema for job or group files, with descriptions for hovers. */
export function fileSchemaText(kind: ObjectKind, localizer: Localizer): string {
  const { t } = localizer;
  const schema = describeSchema(objectFileSchemas[kind], {
    $key: t('ID of the object on the server that the manifest names. Only needed where names repeat.'),
    $previousName: t("The object's name on the server until it is renamed."),
  });
  const { $schema: _, $key, $previousName, ...rest } = schema.properties ?? {};
  const properties = { ...describeFields(kind, rest, localizer), $key, $previousName };
  return JSON.stringify({ ...schema, allowComments: true, allowTrailingCommas: true, properties });
}

/** The JSON schema of the manifest. */
export function manifestSchemaText(localizer: Localizer): string {
  const schema = describeSchema(ManifestSchema, manifestTexts(localizer));
  return JSON.stringify({ ...schema, allowComments: true, allowTrailingCommas: true });
}

/** The JSON schema of user input, with hover texts by property name at every level. */
function describeSchema(shape: z.core.$ZodType, texts: Readonly<Record<string, string>>) {
  const byName = new Map(Object.entries(texts));
  return z.toJSONSchema(shape, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema, path }) => {
      const text = path.at(-2) === 'properties' ? byName.get(String(path.at(-1))) : undefined;
      if (text !== undefined) jsonSchema.description = text;
    },
  });
}

function manifestTexts({ t }: Localizer): Readonly<Record<string, string>> {
  return {
    server: t('Name of the server that these jobs and groups belong to.'),
    jobs: t('Where the files of jobs are, and which jobs they manage.'),
    groups: t('Where the files of groups are, and which groups they manage.'),
    folder: t('Path of the folder, relative to this file.'),
    include: t('Names of the objects that the files manage; * matches any characters.'),
    exclude: t('Names of objects to exclude: they are neither exported nor planned.'),
    excludeFields: t('Fields to exclude, for example those that the server sets itself.'),
    fingerprint: t('Identifies the server to which the IDs in the files belong. Written by an export.'),
    prune: t('Whether managed objects without a file are deleted when the files are applied.'),
    allowEmpty: t(
      'Whether a folder without any files may delete all its objects. Otherwise that is an error.',
    ),
    allowUnknownDevices: t('Whether devices that are in no job or group on the server may be sent.'),
    labels: t('Names of policies, reports and dynamic groups by server and ID.'),
  };
}
