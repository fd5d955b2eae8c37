import { isLabeled, labeledFields, type ObjectKind } from '../../../api/fields/objectFields.ts';
import { deviceNameKey } from '../../../api/model/device.ts';
import { dnKey } from '../../../api/model/distinguishedName.ts';
import type { Draft } from '../../../api/model/draft.ts';
import { groupBy } from '../../../base/collections.ts';
import { displayText } from '../../../base/displayText.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { manifestName } from './exportedFolder.ts';
import { type FileProblem, problemIn } from './fileText.ts';
import { isExcludedField, labelsFor, type ManagedKind, type Manifest } from './manifest.ts';
import { fieldTable, type ObjectFile } from './objectFiles.ts';
import type { ServerState } from './serverState.ts';

/** Jobs or groups on a server, as files refer to them and describe them. */
export interface ServerKind {
  readonly kind: ObjectKind;
  readonly manifest: Manifest;
  readonly rules: ManagedKind;
  readonly state: ServerState;
  /** Whether this is the server of the manifest. On others, the IDs in the files mean nothing (decision 30). */
  readonly isOwnServer: boolean;
  readonly references: References;
  readonly localizer: Localizer;
}

/** The ID that a name stands for. `toCreate`: a group that has a file, and that name only once the file is applied. */
type Reference = number | 'unknown' | 'ambiguous' | 'idNotKnown' | 'toCreate';

/** Maps between names and IDs of what jobs refer to on one server: groups, policies, reports and dynamic groups. */
export class References {
  readonly #toCreate: ReadonlySet<string>;
  readonly #names: ReadonlyMap<string, NameIndex>;

  /** `toCreate`: names and `dn`s that groups have once the files of groups are applied, which is before the jobs. */
  constructor(state: ServerState, manifest: Manifest, toCreate: Iterable<string> = []) {
    this.#toCreate = new Set([...toCreate].map(dnKey));
    const groups = state.groups.map(group => ({ id: state.groupId(group), texts: [group.dn, group.name] }));
    const { labels } = state;
    this.#names = new Map([
      ['groups', new NameIndex(groups)],
      ...labeledFields.map(field => {
        const named = labelsFor(manifest, state.server)[field] ?? {};
        const ids = new Set([...Object.keys(named).map(Number), ...labels.ids(field)]);
        // The user's settings take precedence over the manifest.
        const texts = (id: number) => [labels.get(field, id)?.trim() || (named[id] ?? '')];
        return [field, new NameIndex([...ids].map(id => ({ id, texts: texts(id) })))] as const;
      }),
    ]);
  }

  /** How a file refers to an ID: by `dn`, name or label if that is unique. */
  textOf(field: string, id: number): string | number {
    return this.#names.get(field)?.textOf(id) ?? id;
  }

  find(field: string, name: string): Reference {
    const found = this.#names.get(field)?.find(name) ?? 'unknown';
    return found === 'unknown' && field === 'groups' && this.#toCreate.has(dnKey(name)) ? 'toCreate' : found;
  }
}

interface Named {
  readonly id: number | undefined;
  /** The preferred text first. */
  readonly texts: readonly string[];
}

/** Finds objects by any of their texts, in any spelling of a `dn`. */
export class NameIndex {
  readonly #byId: ReadonlyMap<number | undefined, Named>;
  readonly #byText: ReadonlyMap<string, readonly Named[]>;

  constructor(all: readonly Named[]) {
    const named = all.map(({ id, texts }) => ({ id, texts: [...new Set(texts.map(text => text.trim()))] }));
    this.#byId = new Map(named.map(each => [each.id, each]));
    const byText = groupBy(
      named.flatMap(each => each.texts.map(text => ({ each, text }))),
      ({ text }) => dnKey(text) || undefined,
    );
    this.#byText = new Map([...byText].map(([text, found]) => [text, found.map(({ each }) => each)]));
  }

  textOf(id: number): string | undefined {
    return this.#byId.get(id)?.texts.find(text => this.#byText.get(dnKey(text))?.length === 1);
  }

  find(text: string): Exclude<Reference, 'toCreate'> {
    const [found, ...others] = this.#byText.get(dnKey(text)) ?? [];
    if (found === undefined) return 'unknown';
    return others.length > 0 ? 'ambiguous' : (found.id ?? 'idNotKnown');
  }
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
export function resolveFile(file: ObjectFile, server: ServerKind): Resolution {
  const resolver = new NameResolver(file, server);
  const draft = resolver.draft();
  return { file, draft, problems: resolver.problems, needsGroupIds: resolver.needsGroupIds };
}

class NameResolver {
  readonly problems: FileProblem[] = [];
  needsGroupIds = false;
  readonly #file: ObjectFile;
  readonly #server: ServerKind;
  readonly #words: Readonly<Record<'server' | 'manifest', string>>;

  constructor(file: ObjectFile, server: ServerKind) {
    this.#file = file;
    this.#server = server;
    this.#words = { server: server.state.server.name, manifest: manifestName };
  }

  /** The same draft if it has no names to replace, as in most files. */
  draft(): Draft {
    const { draft } = this.#file;
    const managed = Object.entries(draft).filter(([field]) => !isExcludedField(field, this.#server.rules));
    const values = managed.map(([field, value]) => [field, this.#value(field, value)] as const);
    const isSame = values.every(([field, value]) => value === draft[field]);
    return isSame && values.length === Object.keys(draft).length ? draft : Object.fromEntries(values);
  }

  #value(field: string, value: unknown): unknown {
    if (!Array.isArray(value)) return value;
    const items: readonly unknown[] = value;
    const holds = fieldTable(this.#file.kind)[field]?.holds;
    if (holds === 'devices') this.#checkDevices(field, items);
    if (holds !== 'ids') return value;
    const { isOwnServer, manifest } = this.#server;
    if (isOwnServer && !items.some(item => typeof item === 'string')) return value;
    const ownLabels =
      isOwnServer || !isLabeled(field) ? undefined : manifest.labels[manifest.server]?.[field];
    return items.map((item, index) => {
      if (typeof item === 'string') return this.#id(field, item, index);
      if (isOwnServer || typeof item !== 'number') return item;
      const label = ownLabels?.[item];
      return label === undefined ? this.#foreignId(field, item, index) : this.#id(field, label, index);
    });
  }

  #checkDevices(field: string, names: readonly unknown[]): void {
    const { manifest, state, localizer } = this.#server;
    if (manifest.allowUnknownDevices) return;
    for (const [index, name] of names.entries()) {
      if (typeof name !== 'string' || state.deviceNames.has(deviceNameKey(name))) continue;
      const words = { ...this.#words, name: displayText(name, 80) };
      this.#add([field, index], {
        text: localizer.t('No job or group on “{server}” contains the device “{name}”.', words),
        advice: localizer.t('If the name is right, set "allowUnknownDevices" to true in {manifest}.', words),
      });
    }
  }

  #foreignId(field: string, id: number, index: number): number {
    const { t } = this.#server.localizer;
    const words = { ...this.#words, id: String(id) };
    this.#add([field, index], {
      text: t('{id} is an ID on the server of these files, not on “{server}”.', words),
      advice: t(
        'Use a name, DN or label. If both are the same server, remove "fingerprint" from {manifest}.',
        words,
      ),
    });
    return id;
  }

  /** The name itself if it refers to no ID. */
  #id(field: string, name: string, index: number): number | string {
    const reference = this.#server.references.find(field, name);
    if (typeof reference === 'number') return reference;
    if (reference === 'idNotKnown') this.needsGroupIds = true;
    if (reference !== 'toCreate') this.#add([field, index], this.#problemOf(reference, field, name));
    return name;
  }

  #problemOf(
    reference: 'unknown' | 'ambiguous' | 'idNotKnown',
    field: string,
    name: string,
  ): Pick<FileProblem, 'text' | 'advice'> {
    const { t } = this.#server.localizer;
    const words = { ...this.#words, name: displayText(name, 120) };
    if (reference === 'idNotKnown') return { text: t('The ID of the group “{name}” is unknown.', words) };
    if (field === 'groups') {
      return reference === 'unknown'
        ? { text: t('“{server}” has no group “{name}”, and no file creates it.', words) }
        : { text: t('“{server}” has several groups “{name}”.', words), advice: t('Use the DN of one.') };
    }
    return reference === 'unknown'
      ? {
          text: t('No ID on “{server}” has the label “{name}”.', words),
          advice: t('Add it to "labels" in {manifest}, or use the ID.', words),
        }
      : { text: t('Several IDs on “{server}” have the label “{name}”.', words), advice: t('Use the ID.') };
  }

  #add(path: readonly (string | number)[], found: Pick<FileProblem, 'text' | 'advice'>): void {
    if (this.problems.length >= mostProblems) return;
    this.problems.push(problemIn(this.#file, { path, severity: 'error', ...found }));
  }
}
