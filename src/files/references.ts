import { type LabelledField, labelledFields } from '../fields/objectFields.ts';
import type { Group } from '../model/group.ts';
import type { Manifest } from './manifest.ts';
import type { ServerState } from './serverState.ts';

/** The object on a server that a name in a file refers to. */
export type Reference =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous' }
  /** A group of the server whose ID is not known yet. */
  | { readonly kind: 'idNotKnown'; readonly group: Group }
  /** A group that does not exist yet and has a file. */
  | { readonly kind: 'toCreate' };

/** Names and IDs of what jobs refer to on one server. */
export class References {
  readonly #state: ServerState;
  readonly #toCreate: ReadonlySet<string>;
  readonly #byId = new Map<number, Group>();
  readonly #byText = new Map<string, Group[]>();
  readonly #labels: ReadonlyMap<LabelledField, LabelIndex>;

  /** `toCreate`: names and `dn`s of groups that are created before the jobs. */
  constructor(state: ServerState, manifest: Manifest | undefined, toCreate: Iterable<string> = []) {
    this.#state = state;
    this.#toCreate = new Set(toCreate);
    for (const group of state.groups) this.#add(group);
    this.#labels = new Map(
      labelledFields.map(field => [field, new LabelIndex(labelsOf(state, manifest, field))]),
    );
  }

  /** How a file refers to the group: by `dn` or name where that is unique, else by ID. */
  groupText(id: number): string | number {
    const group = this.#byId.get(id);
    if (group === undefined) return id;
    const texts = [group.dn.trim(), group.name.trim()];
    return texts.find(text => this.#byText.get(text)?.length === 1) ?? id;
  }

  group(name: string): Reference {
    const [group, ...others] = this.#byText.get(name.trim()) ?? [];
    if (group === undefined) return { kind: this.#toCreate.has(name.trim()) ? 'toCreate' : 'unknown' };
    if (others.length > 0) return { kind: 'ambiguous' };
    const id = this.#state.groupId(group);
    return id === undefined ? { kind: 'idNotKnown', group } : { kind: 'id', id };
  }

  /** How a file refers to a policy, report or dynamic group: by a label that no other has, else by ID. */
  labelText(field: LabelledField, id: number): string | number {
    const label = this.#labels.get(field)?.textOf(id);
    return label !== undefined && this.labelled(field, label).kind === 'id' ? label : id;
  }

  labelled(field: LabelledField, label: string): Reference {
    return this.#labels.get(field)?.find(label) ?? { kind: 'unknown' };
  }

  #add(group: Group): void {
    const id = this.#state.groupId(group);
    if (id !== undefined) this.#byId.set(id, group);
    for (const text of new Set([group.dn.trim(), group.name.trim()])) {
      if (text === '') continue;
      const same = this.#byText.get(text);
      if (same === undefined) this.#byText.set(text, [group]);
      else same.push(group);
    }
  }
}

/** The labels of one field, from the settings of the user, else from the manifest. */
class LabelIndex {
  readonly #textById = new Map<number, string>();
  readonly #idsByText = new Map<string, number[]>();

  constructor(labels: Iterable<readonly [number, string]>) {
    for (const [id, label] of labels) if (!this.#textById.has(id)) this.#add(id, label.trim());
  }

  textOf(id: number): string | undefined {
    return this.#textById.get(id);
  }

  find(label: string): Reference {
    const [id, ...others] = this.#idsByText.get(label.trim()) ?? [];
    if (id === undefined) return { kind: 'unknown' };
    return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'id', id };
  }

  #add(id: number, label: string): void {
    if (label === '') return;
    this.#textById.set(id, label);
    const same = this.#idsByText.get(label);
    if (same === undefined) this.#idsByText.set(label, [id]);
    else same.push(id);
  }
}

function labelsOf(
  { labels, server }: ServerState,
  manifest: Manifest | undefined,
  field: LabelledField,
): (readonly [number, string])[] {
  const own = [...labels.ids(field)].map(id => [id, labels.get(field, id) ?? ''] as const);
  const named = Object.entries(manifest?.labels[server.name]?.[field] ?? {});
  return [...own, ...named.map(([id, label]) => [Number(id), label] as const)];
}
