import type { ObjectKind } from '../../fields/objectFields.ts';
import type { RunItem, RunOperation } from '../../journal/runRecord.ts';
import { type Device, deviceLabel, unwritableDevices } from '../../model/device.ts';
import type { Draft } from '../../model/draft.ts';
import type { Question } from '../../platform/dialogs.ts';
import { localizer } from '../../platform/localize.ts';
import { namesOf } from '../../platform/objectNames.ts';
import { confirmOn } from '../../servers/productionGuard.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { reportFailures, runEach } from './bulk.ts';
import {
  type CreateAgainContext,
  createAgain,
  type FormerGroup,
  type Recreated,
  type RecreationOffer,
} from './createAgain.ts';
import { offerUndo } from './offerUndo.ts';

interface Besides {
  readonly texts: readonly string[];
  /** Resolves once what failed was reported. */
  readonly reported: Promise<void>;
}

/** The differences between deleting jobs and deleting groups. */
export interface Deletion<T> {
  readonly kind: ObjectKind;
  readonly act: RunOperation;
  readonly question: Question;
  readonly nameOf: (object: T) => string;
  readonly itemOf: (object: T) => RunItem;
  readonly draftOf: (object: T) => Draft;
  /** The object as it is on the server now; `undefined` when not found. */
  readonly read: (object: T) => Promise<T | undefined>;
  readonly remove: (object: T) => Promise<void>;
  /** Called with those that were deleted, before anything is reported. */
  readonly onDeleted?: (objects: readonly T[]) => Promise<void>;
  /** Further work; the report begins with its sentences. */
  readonly also?: () => Promise<Besides | undefined>;
  /** The identity by which jobs refer to a group. */
  readonly formerOf?: (object: T) => FormerGroup;
  /** The action to offer once "Undo" has created objects again. */
  readonly offer?: (created: readonly Recreated[]) => Promise<RecreationOffer | undefined>;
}

/** Deletes objects after a modal question, reports what failed, and offers to create them again. */
export async function deleteObjects<T>(
  context: CreateAgainContext,
  session: ServerSession,
  { objects, ...deletion }: Deletion<T> & { readonly objects: readonly T[] },
): Promise<void> {
  if (await confirmOn(session.server, context.dialogs, deletion.question))
    await new Deleting(context, session, deletion).run(objects, deletion.also);
}

class Deleting<T> {
  readonly #context: CreateAgainContext;
  readonly #session: ServerSession;
  readonly #deletion: Deletion<T>;

  constructor(context: CreateAgainContext, session: ServerSession, deletion: Deletion<T>) {
    this.#context = context;
    this.#session = session;
    this.#deletion = deletion;
  }

  async run(objects: readonly T[], also?: Deletion<T>['also']): Promise<void> {
    const { act, nameOf, itemOf, draftOf, read, remove, onDeleted } = this.#deletion;
    // "Undo" restores each as it was when deleted, not when the list was read.
    const deleted = new Map<T, T>();
    const deleting = runEach(this.#context, this.#session, {
      act,
      items: objects,
      itemOf,
      run: async (object, sending) => {
        const current = await read(object);
        await sending(current === undefined ? undefined : draftOf(current));
        await remove(object);
        if (current !== undefined) deleted.set(object, current);
      },
    });
    const [result, besides] = await Promise.all([deleting, also?.()]);
    await onDeleted?.(result.done);
    await Promise.all([
      besides?.reported,
      reportFailures(this.#context, this.#session, result, { nameOf, again: failed => this.run(failed) }),
      this.#offerUndo(deleted, besides?.texts ?? []),
    ]);
  }

  async #offerUndo(deleted: ReadonlyMap<T, T>, besides: readonly string[]): Promise<void> {
    const { kind, nameOf, draftOf, formerOf, offer } = this.#deletion;
    const words = { server: this.#session.server.name, names: namesOf([...deleted.values()], nameOf) };
    const items = [...deleted].map(([object, current]) => ({
      name: nameOf(current),
      draft: draftOf(current),
      former: formerOf?.(object),
    }));
    const text = deleted.size === 0 ? '' : localizer.t('Deleted on “{server}”: {names}.', words);
    await offerUndo(this.#context, {
      texts: [...besides, text],
      undo:
        deleted.size === 0
          ? undefined
          : () => createAgain(this.#context, this.#session, { kind, items, offer }),
    });
  }
}

/** Devices that “Undo” cannot name in the create of a deleted object; '' for none. */
export function unrestorableText(devices: readonly Device[]): string {
  const lost = unwritableDevices(devices);
  if (lost.length === 0) return '';
  return localizer.t('Devices without a host name or address cannot be restored: {devices}.', {
    devices: namesOf(lost, deviceLabel),
  });
}
