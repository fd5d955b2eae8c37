import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { fieldTable } from './fileShapes.ts';
import type { ServerObject } from './serverObjects.ts';

/**
 * The fields that objects of one kind have on a server: those that the API documents, and those that the server
 * returns.
 */
export class KnownFields {
  /** Whether this is not the server of the files; then fields that it lacks are not sent. */
  readonly isOfOther: boolean;
  readonly #kind: ObjectKind;
  readonly #extra: ReadonlySet<string>;

  constructor(kind: ObjectKind, objects: readonly ServerObject[], isOwnServer: boolean) {
    // Without objects to compare with, the server decides.
    this.isOfOther = !isOwnServer && objects.length > 0;
    this.#kind = kind;
    this.#extra = new Set(objects.flatMap(({ extra }) => Object.keys(extra)));
  }

  /** Names of fields that no object on the server has. */
  unknown(draft: Draft): string[] {
    const table = fieldTable(this.#kind);
    return Object.keys(draft).filter(field => !Object.hasOwn(table, field) && !this.#extra.has(field));
  }

  /** The draft as it is sent: to another server, without the fields that it lacks. */
  sent(draft: Draft): Draft {
    if (!this.isOfOther) return draft;
    const foreign = new Set(this.unknown(draft));
    return Object.fromEntries(Object.entries(draft).filter(([field]) => !foreign.has(field)));
  }
}
