import * as z from 'zod/mini';
import type { ObjectKind } from '../fields/objectFields.ts';

/** The file next to the object folders. It defines which server the objects belong to and which of them are managed. */
export const manifestName = 'device-automation.json';

const patterns = z.readonly(z.array(z.string().check(z.minLength(1))));
/** A folder below the manifest's: no `..`, no absolute path, no backslash. */
const folderPattern = /^(?!\.\.?(?:\/|$))[^/\\:]+(?:\/(?!\.\.?(?:\/|$))[^/\\:]+)*$/;

function kindSchema(folder: string) {
  return z.prefault(
    z.strictObject({
      folder: z._default(z.string().check(z.regex(folderPattern)), folder),
      /** Name patterns of the managed objects. */
      include: z._default(patterns, ['*']),
      /** Name patterns of objects that are neither exported nor planned, even if `include` matches. */
      exclude: z._default(patterns, []),
      /** Name patterns of fields that are neither exported nor planned. */
      excludeFields: z._default(patterns, [...serverFields]),
    }),
    {},
  );
}

/** Fields that servers set themselves. In a file, they would differ after every write. */
const serverFields = ['*_at', 'created*', 'updated*', 'modified*', 'last_*', 'url', 'href'] as const;

const NamesSchema = z.record(z.string().check(z.regex(/^\d{1,15}$/)), z.string().check(z.minLength(1)));

export const ManifestSchema = z.strictObject({
  $schema: z.exactOptional(z.string()),
  version: z.literal(1),
  /** The name of the server that the objects belong to. */
  server: z.string().check(z.minLength(1)),
  jobs: kindSchema('jobs'),
  groups: kindSchema('groups'),
  /** Whether to delete managed objects that have no file. */
  prune: z._default(z.boolean(), false),
  /** Whether files may contain devices that no job or group on the server names. */
  allowUnknownDevices: z._default(z.boolean(), false),
  /** Names for IDs by server and field, because servers return none. */
  labels: z._default(
    z.record(
      z.string(),
      z.strictObject({
        policies: z.exactOptional(NamesSchema),
        reports: z.exactOptional(NamesSchema),
        dynamic_groups: z.exactOptional(NamesSchema),
      }),
    ),
    {},
  ),
});

export type Manifest = z.infer<typeof ManifestSchema>;
export type ManagedKind = Manifest['jobs'];

export function newManifest(server: string): Manifest {
  return ManifestSchema.parse({ version: 1, server });
}

export function rulesOf(manifest: Manifest, kind: ObjectKind): ManagedKind {
  return kind === 'job' ? manifest.jobs : manifest.groups;
}

export function isManaged({ include, exclude }: ManagedKind, name: string): boolean {
  return matchesAny(include, name.trim()) && !matchesAny(exclude, name.trim());
}

/** Whether a pattern matches the whole text; `*` stands for any characters, `?` for one. */
export function matchesAny(texts: readonly string[], text: string): boolean {
  return texts.some(pattern => pattern === '*' || expressionOf(pattern).test(text));
}

function expressionOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^]*');
  return new RegExp(`^${escaped.replaceAll('?', '[^]')}$`, 'u');
}
