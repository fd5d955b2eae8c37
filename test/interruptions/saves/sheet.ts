import type { Uri } from '../../support/vscode/vscodeFake.ts';
import type { SaveCall } from './editorEvents.ts';
import {
  type Field,
  fields,
  type ObjectKind,
  objectKey,
  type Reader,
  type Snapshot,
  type Values,
} from './records.ts';

interface Shown {
  readonly value: string;
  /** The server time that this value is from. */
  readonly at: number;
}

/** A save in progress, and what the user knew when they requested it. */
export interface RunningSave {
  readonly call: SaveCall;
  /** How many of the text's earlier bases belong to the text being saved. */
  readonly formerly: number;
  /** The server that the text is from. */
  readonly place: string;
  /** Whether the settings have named a server other than the text's, if only for a while. */
  isOfOther: boolean;
  readonly typed: ReadonlyMap<Field, string>;
  /** The fields whose values differ from what the user was shown. */
  readonly changed: readonly Field[];
  /** The versions that the user was shown and chose to overwrite. */
  chosenOver: readonly Values[] | undefined;
  /** Whether the user wants the merged lists of both sides. */
  keepsBoth: boolean;
  /** Lists that were sent merged instead of as typed. */
  readonly merged: Map<Field, string>;
}

/** Whether a user requested this save. */
export function isByHand({ reason }: SaveCall): boolean {
  return reason === 'hand' || reason === 'overwrite';
}

/** What a user saw and intended in one document of one window. */
export class Sheet {
  readonly uri: string;
  /** Which of the user's windows has it open. */
  readonly slot: number;
  readonly serverId: string;
  readonly kind: ObjectKind;
  /** The object; `undefined` until a new one has been created. */
  id: number | undefined;
  readonly isNew: boolean;
  /** The server that the text was read from. */
  place: string;
  shown = new Map<Field, Shown>();
  /** What the text was typed over before it happened to equal another read. */
  #formerly: ReadonlyMap<Field, Shown>[] = [];
  readonly typed = new Map<Field, string>();
  /** Versions that the user was shown in a conflict. */
  offered: Values[] = [];
  /** Fields of an interrupted save: it is unknown whether it was carried out. */
  readonly uncertain = new Set<Field>();
  readonly saves: RunningSave[] = [];
  /** The versions shown when Overwrite was pressed in a form, for the save that it starts. */
  pressedOverwrite: readonly Values[] | undefined;
  /** Whether Keep Both was pressed in a form, for the save that it starts. */
  pressedKeepBoth = false;
  /** The text with which the user wants to replace the whole object. */
  replacing: Values | undefined;
  /** The same text, once they have agreed. */
  agreed: Values[] = [];
  /** Whether the server has replaced the whole object, and the window has not received the response yet. */
  #isReplaced = false;
  #replacedAt = 0;
  /** Versions on the server that the user was asked to replace. */
  shownForReplacing: Values[] = [];
  /** Whether the user wants their text as a new job, because its own job was deleted. */
  isToBeCreated = false;

  constructor(uri: Uri, slot: number, place: string) {
    this.uri = uri.toString();
    this.slot = slot;
    this.serverId = uri.authority;
    this.place = place;
    const [, kind, key = ''] = uri.path.split('/');
    this.kind = kind === 'groups' ? 'groups' : 'jobs';
    this.isNew = key.startsWith('new-');
    this.id = this.isNew ? undefined : Number(key);
  }

  get by(): string {
    return `document ${this.id ?? this.uri} of window ${this.slot}`;
  }

  get formerly(): number {
    return this.#formerly.length;
  }

  /** Fields whose values differ from what the user was shown. */
  get changed(): Field[] {
    return [...this.typed].filter(([field, value]) => !this.hasShown(field, value)).map(([field]) => field);
  }

  /** The same, plus those that happened to equal another read. */
  get differing(): Field[] {
    const before = [this.shown, ...this.#formerly];
    return [...this.typed]
      .filter(([field, value]) => before.some(shown => shown.get(field)?.value !== value))
      .map(([field]) => field);
  }

  /** Records that the text equals this state of the server, whoever wrote it. */
  shows({ at, values }: Snapshot, place: string): void {
    this.place = place;
    this.shown = new Map(fields.map(field => [field, { value: values[field], at }]));
  }

  /** Records that the text was typed to match the server's state. */
  typedAs(snapshot: Snapshot, place: string): void {
    this.#formerly.push(this.shown);
    this.shows(snapshot, place);
  }

  /** Whether the user saw this value of a field before typing over it. */
  hasShown(field: Field, value: string | undefined): boolean {
    return [this.shown, ...this.#formerly].some(shown => shown.get(field)?.value === value);
  }

  /** The time after which changes by others to a field may be news to the user, who typed over what was shown first. */
  shownSince(field: Field): number {
    return Math.min(...[this.shown, ...this.#formerly].map(shown => shown.get(field)?.at ?? 0));
  }

  /** Records that the editor shows this state of the server, and nothing else. */
  showsClean(snapshot: Snapshot, place: string): void {
    this.shows(snapshot, place);
    this.#formerly = [];
    this.typed.clear();
    this.offered = [];
    this.uncertain.clear();
  }

  /**
   * A value that was typed back is not sent, so the user has seen nothing new of that field. Nor have they seen others'
   * entries in a merged list, until the text is read again.
   */
  saved({ typed, changed, merged, formerly }: RunningSave, storedAt: (field: Field) => number): void {
    for (const [field, value] of typed) {
      if (changed.includes(field)) {
        const at = storedAt(field);
        const seenAt = merged.has(field) ? (this.shown.get(field)?.at ?? at) : at;
        this.shown.set(field, { value, at: seenAt });
      }
      if (this.typed.get(field) === value) this.typed.delete(field);
      this.uncertain.delete(field);
    }
    this.offered = [];
    this.#formerly.splice(0, formerly);
  }

  created(id: number, place: string): void {
    this.id = id;
    this.isToBeCreated = false;
    this.place = place;
  }

  /** Records that the whole object is what the user wanted; anything they type in the meantime is typed over that. */
  replaced({ at, values }: Snapshot): void {
    for (const field of fields) this.shown.set(field, { value: values[field], at });
    this.agreed = this.agreed.filter(other => !sameValues(other, values));
    this.#isReplaced = true;
    this.#replacedAt = at;
  }

  /** Whether a revert brought back what the server had before the user replaced the object: the text is older. */
  isFromBeforeReplacement(field: Field): boolean {
    return this.shownSince(field) < this.#replacedAt;
  }

  /** Records that the response was sent to the window. */
  replacedThere(): void {
    this.#isReplaced = false;
  }

  ended(call: SaveCall): RunningSave | undefined {
    const index = this.saves.findIndex(save => save.call === call);
    return index < 0 ? undefined : this.saves.splice(index, 1)[0];
  }

  /** Records that the window has ended, along with what was on its screen. */
  killed(): void {
    for (const { typed } of this.saves) for (const field of typed.keys()) this.uncertain.add(field);
    if (this.#isReplaced) for (const field of fields) this.uncertain.add(field);
    this.#isReplaced = false;
    this.saves.length = 0;
    this.offered = [];
    this.pressedOverwrite = undefined;
    this.pressedKeepBoth = false;
    this.replacing = undefined;
    this.agreed = [];
    this.isToBeCreated = false;
  }

  /** The object with this ID on the given server, as the document's window has read it. */
  reader(place: string): Reader {
    return { slot: this.slot, job: objectKey(place, this.kind, this.id) };
  }
}

export function sameValues(one: Values, other: Values): boolean {
  return fields.every(field => one[field] === other[field]);
}
