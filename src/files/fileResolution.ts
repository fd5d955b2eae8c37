import { isLabeled } from '../fields/objectFields.ts';
import { deviceNameKey } from '../model/device.ts';
import type { Draft } from '../model/draft.ts';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import { isExcludedField } from './fileDrafts.ts';
import { fieldTable } from './fileShapes.ts';
import { type ManagedKind, type Manifest, manifestName } from './manifest.ts';
import type { FileProblem, ObjectFile } from './objectFile.ts';
import type { Reference, References } from './references.ts';
import { problemIn } from './text/fileText.ts';

export interface ResolutionParts {
  readonly references: References;
  readonly rules: Pick<ManagedKind, 'excludeFields'>;
  /** Host names and addresses known on the server, in lower case; `undefined` if unknown devices may be sent. */
  readonly deviceNames: ReadonlySet<string> | undefined;
  readonly serverName: string;
  /**
   * The labels of the server that the files belong to, if this is another one: there, their IDs mean nothing
   * (decision 30). `undefined` for their own server.
   */
  readonly ownLabels: Manifest['labels'][string] | undefined;
  readonly localizer: Localizer;
}

/** More problems would not help anyone. */
const mostProblems = 100;

export interface Resolution {
  readonly file: ObjectFile;
  /** In the write shape; groups that still have to be created are referred to by name. */
  readonly draft: Draft;
  /** Names in the file that refer to nothing on the server. */
  readonly problems: readonly FileProblem[];
  /** Whether the job targets a group whose ID is unknown so far. */
  readonly needsGroupIds: boolean;
}

/** Replaces the names in a file with the IDs on one server. */
export function resolveFile(file: ObjectFile, parts: ResolutionParts): Resolution {
  const resolver = new NameResolver(file, parts);
  const draft = resolveDraft(file, resolver, parts);
  return { file, draft, problems: resolver.problems, needsGroupIds: resolver.needsGroupIds };
}

/** Returns the same draft if it has no names to replace, as in most files. */
function resolveDraft({ draft }: ObjectFile, resolver: NameResolver, { rules }: ResolutionParts): Draft {
  const fields = Object.keys(draft);
  if (fields.some(field => isExcludedField(field, rules))) {
    const managed = fields.filter(field => !isExcludedField(field, rules));
    return Object.fromEntries(managed.map(field => [field, resolver.value(field, draft[field])]));
  }
  let resolved: Record<string, unknown> | undefined;
  for (const field of fields) {
    const own = draft[field];
    const value = Array.isArray(own) ? resolver.value(field, own) : own;
    if (value === own) continue;
    resolved ??= { ...draft };
    resolved[field] = value;
  }
  return resolved ?? draft;
}

type FoundProblem = Pick<FileProblem, 'text' | 'advice'>;

class NameResolver {
  readonly problems: FileProblem[] = [];
  needsGroupIds = false;
  readonly #file: ObjectFile;
  readonly #parts: ResolutionParts;

  constructor(file: ObjectFile, parts: ResolutionParts) {
    this.#file = file;
    this.#parts = parts;
  }

  value(field: string, value: unknown): unknown {
    if (!Array.isArray(value)) return value;
    const items: readonly unknown[] = value;
    const holds = fieldTable(this.#file.kind)[field]?.holds;
    if (holds === 'devices') this.#checkDevices(field, items);
    if (holds !== 'ids') return value;
    const { ownLabels } = this.#parts;
    if (ownLabels === undefined && !items.some(item => typeof item === 'string')) return value;
    return items.map((item, index) => {
      if (typeof item === 'string') return this.#id(field, item, index);
      if (ownLabels === undefined || typeof item !== 'number') return item;
      const label = isLabeled(field) ? ownLabels[field]?.[item] : undefined;
      return label === undefined ? this.#foreignId(field, item, index) : this.#id(field, label, index);
    });
  }

  #checkDevices(field: string, names: readonly unknown[]): void {
    const { deviceNames, serverName, localizer } = this.#parts;
    const { t } = localizer;
    if (deviceNames === undefined) return;
    for (const [index, name] of names.entries()) {
      if (typeof name !== 'string' || deviceNames.has(deviceNameKey(name))) continue;
      const words = { server: serverName, name: displayText(name, 80), manifest: manifestName };
      this.#add([field, index], {
        text: t('No job or group on “{server}” contains the device “{name}”.', words),
        advice: t('If the name is right, set "allowUnknownDevices" to true in {manifest}.', words),
      });
    }
  }

  #foreignId(field: string, id: number, index: number): number {
    const { serverName, localizer } = this.#parts;
    const words = { server: serverName, id: String(id), manifest: manifestName };
    this.#add([field, index], {
      text: localizer.t('{id} is an ID on the server of these files, not on “{server}”.', words),
      advice: localizer.t(
        'Use a name, DN or label. If both are the same server, remove "fingerprint" from {manifest}.',
        words,
      ),
    });
    return id;
  }

  /** The name itself if it refers to no ID. */
  #id(field: string, name: string, index: number): number | string {
    const reference = this.#reference(field, name);
    if (reference.kind === 'id') return reference.id;
    if (reference.kind === 'idNotKnown') this.needsGroupIds = true;
    const found = this.#problemOf(reference, field, name);
    if (found !== undefined) this.#add([field, index], found);
    return name;
  }

  #reference(field: string, name: string): Reference {
    const { references } = this.#parts;
    if (field === 'groups') return references.group(name);
    return isLabeled(field) ? references.labeled(field, name) : { kind: 'unknown' };
  }

  #problemOf({ kind }: Reference, field: string, name: string): FoundProblem | undefined {
    const { t } = this.#parts.localizer;
    const words = { server: this.#parts.serverName, name: displayText(name, 120), manifest: manifestName };
    const isGroup = field === 'groups';
    if (kind === 'unknown') {
      return isGroup
        ? { text: t('“{server}” has no group “{name}”, and no file creates it.', words) }
        : {
            text: t('No ID on “{server}” has the label “{name}”.', words),
            advice: t('Add it to "labels" in {manifest}, or use the ID.', words),
          };
    }
    if (kind === 'ambiguous') {
      return isGroup
        ? { text: t('“{server}” has several groups “{name}”.', words), advice: t('Use the DN of one.') }
        : {
            text: t('Several IDs on “{server}” have the label “{name}”.', words),
            advice: t('Use the ID.'),
          };
    }
    if (kind !== 'idNotKnown') return undefined;
    return { text: t('The ID of the group “{name}” is unknown.', words) };
  }

  #add(path: readonly (string | number)[], found: FoundProblem): void {
    if (this.problems.length >= mostProblems) return;
    this.problems.push(problemIn(this.#file, { path, severity: 'error', ...found }));
  }
}
