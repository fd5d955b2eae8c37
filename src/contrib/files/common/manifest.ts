import * as z from 'zod/mini';
import type { ObjectKind } from '../../../api/fields/objectFields.ts';
import { nameKey } from '../../../api/model/difference.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import { getOrAdd, onceForEach } from '../../../base/collections.ts';
import type { Steps } from '../../../base/steps.ts';

/** Longer ones would make a plan slow. */
const longestPattern = 200;
const mostPatterns = 200;

const patterns = z.readonly(
  z.array(z.string().check(z.maxLength(longestPattern))).check(z.maxLength(mostPatterns)),
);
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
  /** The server to which the IDs in the files belong, see `fingerprintOf`. */
  fingerprint: z.exactOptional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  jobs: kindSchema('jobs'),
  groups: kindSchema('groups'),
  /** Whether to delete managed objects that have no file. */
  prune: z._default(z.boolean(), false),
  /** Whether a kind that is pruned may have no files at all; otherwise that is an error (decision 35). */
  allowEmpty: z._default(z.boolean(), false),
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

export function newManifest({ name, url }: Pick<ServerConfig, 'name' | 'url'>): Manifest {
  return ManifestSchema.parse({ version: 1, server: name, fingerprint: fingerprintOf(url) });
}

/**
 * Whether the files belong to this server (decision 30). Manifests of earlier versions have no fingerprint: they
 * belong to the server of their name until the next export.
 */
export function isOwnServer(
  { server, fingerprint }: Pick<Manifest, 'server' | 'fingerprint'>,
  { name, url }: Pick<ServerConfig, 'name' | 'url'>,
): boolean {
  return fingerprint === undefined ? server.trim() === name.trim() : fingerprint === fingerprintOf(url);
}

/** The manifest's labels for a server. Those under the name of the files' server are not for another of that name. */
export function labelsFor(
  manifest: Manifest,
  server: Pick<ServerConfig, 'name' | 'url'>,
): Manifest['labels'][string] {
  if (isOwnServer(manifest, server)) return manifest.labels[manifest.server] ?? {};
  return server.name.trim() === manifest.server.trim() ? {} : (manifest.labels[server.name] ?? {});
}

export function rulesOf(manifest: Manifest, kind: ObjectKind): ManagedKind {
  return kind === 'job' ? manifest.jobs : manifest.groups;
}

/**
 * Those with a name that the rules include and do not exclude. Names that look alike match the same patterns; the empty
 * pattern matches what has no name.
 */
export function* managedOf<T extends { readonly name: string }>(
  { include, exclude }: Pick<ManagedKind, 'include' | 'exclude'>,
  items: readonly T[],
): Steps<T[]> {
  const managed: T[] = [];
  for (const item of items) {
    const name = nameKey(item.name);
    if ((yield* matchesName(include, name)) && !(yield* matchesName(exclude, name))) managed.push(item);
    if (managed.length % 16 === 0) yield;
  }
  return managed;
}

function* matchesName(texts: readonly string[], name: string): Steps<boolean> {
  if (texts.includes('*')) return true;
  for (const matches of namePatterns(texts)) {
    if (matches(name)) return true;
    if (name.length > 64) yield;
  }
  return false;
}

/** Whether a pattern matches the whole text; `*` stands for any characters, `?` for one. */
export function matchesAny(texts: readonly string[], text: string): boolean {
  return patternsOf(texts).some(matches => matches(text));
}

const patternsOf = onceForEach((texts: readonly string[]) => texts.map(patternOf));
const namePatterns = onceForEach((texts: readonly string[]) => texts.map(text => patternOf(nameKey(text))));

/**
 * Finds the parts between the `*` one after the other. A single regular expression for the whole pattern could take
 * exponentially many steps.
 */
function patternOf(pattern: string): (text: string) => boolean {
  const needed = pattern.split(/[*?]+/);
  const [first = '', ...parts] = pattern
    .split('*')
    .map(part => part.replace(/[\\^$.+()[\]{}|/]/g, '\\$&').replaceAll('?', '[^]'));
  const last = parts.pop();
  const start = new RegExp(last === undefined ? `^${first}$` : `^${first}`, 'gu');
  const others = parts.map(part => new RegExp(part, 'gu'));
  const end = last === undefined ? [] : [new RegExp(`${last}$`, 'gu')];
  const all = [start, ...others, ...end];
  return text => {
    // A fast path: nearly all other texts lack some part of the pattern.
    if (!needed.every(part => text.includes(part))) return false;
    let position = 0;
    return all.every(part => {
      part.lastIndex = position;
      const isFound = part.test(text);
      position = part.lastIndex;
      return isFound;
    });
  };
}

/** Every file contains the name, because it identifies the object. */
export function isExcludedField(
  field: string,
  { excludeFields }: Pick<ManagedKind, 'excludeFields'>,
): boolean {
  return getOrAdd(
    excludedFields(excludeFields),
    field,
    () => field !== 'name' && matchesAny(excludeFields, field),
  );
}

/** Results by the patterns of a manifest, because thousands of files have the same few fields. */
const excludedFields = onceForEach((_patterns: readonly string[]) => new Map<string, boolean>());
