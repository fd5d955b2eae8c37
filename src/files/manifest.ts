import * as z from 'zod';
import type { ObjectKind } from '../fields/objectFields.ts';

/** The file next to the folders of objects: which server they belong to, and what is managed by them. */
export const manifestName = 'device-automation.json';

const patterns = z.array(z.string().min(1)).readonly();
/** A folder below that of the manifest: no `..`, no absolute path, no back slash. */
const folderPattern = /^(?!\.\.?(?:\/|$))[^/\\:]+(?:\/(?!\.\.?(?:\/|$))[^/\\:]+)*$/;

function kindSchema(folder: string) {
  return z
    .strictObject({
      folder: z.string().regex(folderPattern).default(folder),
      /** Names of the objects that the files manage. */
      managed: patterns.default(['*']),
      /** Names of objects that are neither exported nor planned, although they are managed by name. */
      leftAlone: patterns.default([]),
      /** Names of fields that are neither exported nor planned. */
      fieldsLeftAlone: patterns.default([...serverFields]),
    })
    .prefault({});
}

/** Fields that servers set themselves: in a file they would be a change after every write. */
const serverFields = ['*_at', 'created*', 'updated*', 'modified*', 'last_*', 'url', 'href'] as const;

const NamesSchema = z.record(z.string().regex(/^\d{1,15}$/), z.string().min(1));

export const ManifestSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  version: z.literal(1),
  /** The name of the server whose objects these are. */
  server: z.string().min(1),
  jobs: kindSchema('jobs'),
  groups: kindSchema('groups'),
  /** Whether managed objects without a file are to be deleted. */
  prune: z.boolean().default(false),
  /** Whether a device that no job or group of the server names may be sent to it. */
  allowUnknownDevices: z.boolean().default(false),
  /** Names of IDs by server and field, for servers that return none. */
  labels: z
    .record(
      z.string(),
      z.strictObject({
        policies: NamesSchema.exactOptional(),
        reports: NamesSchema.exactOptional(),
        dynamic_groups: NamesSchema.exactOptional(),
      }),
    )
    .default({}),
});

export type Manifest = z.infer<typeof ManifestSchema>;
export type ManagedKind = Manifest['jobs'];

export function newManifest(server: string): Manifest {
  return ManifestSchema.parse({ version: 1, server });
}

export function rulesOf(manifest: Manifest, kind: ObjectKind): ManagedKind {
  return kind === 'job' ? manifest.jobs : manifest.groups;
}

export function isManaged({ managed, leftAlone }: ManagedKind, name: string): boolean {
  return matchesAny(managed, name.trim()) && !matchesAny(leftAlone, name.trim());
}

/** Whether a pattern fits the whole text; `*` stands for any characters, `?` for one. */
export function matchesAny(texts: readonly string[], text: string): boolean {
  return texts.some(pattern => pattern === '*' || expressionOf(pattern).test(text));
}

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^]*');
  const expression = new RegExp(`^${escaped.replaceAll('?', '[^]')}$`, 'u');
  expressions.set(pattern, expression);
  return expression;
}
