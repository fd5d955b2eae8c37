import { type LabeledField, labeledFields } from '../fields/objectFields.ts';
import type { Group } from '../model/group.ts';
import { groupBy } from '../util/collections.ts';
import { labelsFor, type Manifest } from './manifest.ts';
import type { ServerState } from './serverState.ts';

/** What a name in a file refers to on a server. */
export type Reference =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous' }
  /** An existing group whose ID is unknown so far. */
  | { readonly kind: 'idNotKnown'; readonly group: Group }
  /** A group that has a file but does not exist yet. */
  | { readonly kind: 'toCreate' };

/** Maps between names and IDs of what jobs refer to on one server. */
export class References {
  readonly #state: ServerState;
  readonly #toCreate: ReadonlySet<string>;
  readonly #byId: ReadonlyMap<number, readonly Group[]>;
  readonly #byText: ReadonlyMap<string, readonly { readonly group: Group }[]>;
  readonly #labels: ReadonlyMap<LabeledField, LabelIndex>;

  /** `toCreate`: names and `dn`s of groups that are created before the jobs. */
  constructor(state: ServerState, manifest: Manifest | undefined, toCreate: Iterable<string> = []) {
    this.#state = state;
    this.#toCreate = new Set(toCreate);
    this.#byId = groupBy(state.groups, group => state.groupId(group));
    const named = state.groups.flatMap(group =>
      [...new Set([group.dn.trim(), group.name.trim()])].map(text => ({ group, text })),
    );
    this.#byText = groupBy(named, ({ text }) => text || undefined);
    this.#labels = new Map(
      labeledFields.map(field => [field, new LabelIndex(labelsOf(state, manifest, field))]),
    );
  }

  /** How a file refers to a group: by `dn` or name if that is unique, otherwise by ID. */
  groupText(id: number): string | number {
    const group = this.#byId.get(id)?.at(-1);
    if (group === undefined) return id;
    const texts = [group.dn.trim(), group.name.trim()];
    return texts.find(text => this.#byText.get(text)?.length === 1) ?? id;
  }

  group(name: string): Reference {
    const [found, ...others] = this.#byText.get(name.trim()) ?? [];
    if (found === undefined) return { kind: this.#toCreate.has(name.trim()) ? 'toCreate' : 'unknown' };
    if (others.length > 0) return { kind: 'ambiguous' };
    const { group } = found;
    const id = this.#state.groupId(group);
    return id === undefined ? { kind: 'idNotKnown', group } : { kind: 'id', id };
  }

  /** How a file refers to a policy, report or dynamic group: by a unique label, otherwise by ID. */
  labelText(field: LabeledField, id: number): string | number {
    const label = this.#labels.get(field)?.textOf(id);
    return label !== undefined && this.labeled(field, label).kind === 'id' ? label : id;
  }

  labeled(field: LabeledField, label: string): Reference {
    return this.#labels.get(field)?.find(label) ?? { kind: 'unknown' };
  }
}

/** The labels of one field. The user's settings take precedence over the manifest. */
class LabelIndex {
  readonly #textById: ReadonlyMap<number, string>;
  readonly #idsByText: ReadonlyMap<string, readonly number[]>;

  constructor(labels: readonly (readonly [number, string])[]) {
    const named = labels
      .map(([id, label]) => [id, label.trim()] as const)
      .filter(([, label]) => label !== '');
    // The first label of an ID wins.
    this.#textById = new Map(named.reverse());
    this.#idsByText = groupBy(this.#textById.keys(), id => this.#textById.get(id));
  }

  textOf(id: number): string | undefined {
    return this.#textById.get(id);
  }

  find(label: string): Reference {
    const [id, ...others] = this.#idsByText.get(label.trim()) ?? [];
    if (id === undefined) return { kind: 'unknown' };
    return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'id', id };
  }
}

function labelsOf(
  { labels, server }: ServerState,
  manifest: Manifest | undefined,
  field: LabeledField,
): (readonly [number, string])[] {
  const own = [...labels.ids(field)].map(id => [id, labels.get(field, id) ?? ''] as const);
  const named = Object.entries((manifest && labelsFor(manifest, server)[field]) ?? {});
  return [...own, ...named.map(([id, label]) => [Number(id), label] as const)];
}
