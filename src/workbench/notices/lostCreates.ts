import { OutcomeError } from '../../api/errors/apiError.ts';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import { NotSavedError } from '../../api/model/saveErrors.ts';
import { displayText } from '../../base/displayText.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { addressedText } from '../servers/serverAddress.ts';

/** An object on the server. A group has no ID if its server returns none. */
export interface FoundObject {
  readonly id: number | undefined;
  readonly name: string;
}

/** Objects that a create with a lost response may have created. */
export interface FoundObjects {
  readonly session: ServerSession;
  readonly kind: ObjectKind;
  readonly found: readonly FoundObject[];
  readonly name: string;
}

export interface NewObject<T> {
  readonly session: ServerSession;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly send: () => Promise<T>;
  /** The name of an earlier attempt with an unknown outcome. */
  readonly doubtfulName?: string | undefined;
  /** Whether that earlier attempt is known to have created an object. */
  readonly isCreated?: boolean;
}

/**
 * Handles creates whose response was lost and whose object cannot be found. The user decides whether to see the
 * candidates or to create again; the list is read again before anything is sent a second time.
 */
export class LostCreates {
  readonly #dialogs: Pick<Dialogs, 'decide'>;
  readonly #localizer: Localizer;
  readonly #showFound: (objects: FoundObjects) => Promise<void>;

  /** `showFound` opens the objects; if none has an ID, it shows the list filtered by the name. */
  constructor(
    dialogs: Pick<Dialogs, 'decide'>,
    localizer: Localizer,
    showFound: (objects: FoundObjects) => Promise<void>,
  ) {
    this.#dialogs = dialogs;
    this.#localizer = localizer;
    this.#showFound = showFound;
  }

  /** Rejects with `OutcomeError` if the user does not retry. */
  async create<T>(object: NewObject<T>): Promise<T> {
    const { doubtfulName } = object;
    if (doubtfulName !== undefined) await this.#confirmSameName(object, doubtfulName);
    for (;;) {
      try {
        return await object.send();
      } catch (error) {
        if (!(error instanceof OutcomeError) || !(await this.#wantsAgain(object, error))) throw error;
        await this.#confirmSameName(object, object.name);
      }
    }
  }

  async #wantsAgain(object: NewObject<unknown>, error: OutcomeError): Promise<boolean> {
    const localizer = this.#localizer;
    const again = localizer.t('Create Again');
    const show = localizer.t('Show It');
    const offered = error.outcome === 'unknown' ? [show, again] : [again];
    const answer = await this.#dialogs.decide(
      addressedText(object.session.server, this.#outcomeText(object, error)),
      ...offered,
    );
    if (answer === show) {
      const { session, kind, name } = object;
      const found = error.candidateIds.map(id => ({ id, name }));
      await this.#showFound({ session, kind, found, name });
    }
    return answer === again;
  }

  /** Resolves if no object has this name now, or if the user wants another one anyway. */
  async #confirmSameName(object: NewObject<unknown>, earlierName: string): Promise<void> {
    const localizer = this.#localizer;
    const { session, kind, name } = object;
    const found = await namesakes(session, kind, new Set([earlierName, name]));
    if (found.length === 0) return;
    const another = localizer.t('Create Another');
    const show = localizer.t('Show It');
    const text = this.#namesakeText(object, earlierName, found);
    const answer = await this.#dialogs.decide(addressedText(session.server, text), show, another);
    if (answer === another) return;
    if (answer === show) await this.#showFound({ session, kind, found, name: earlierName });
    throw new NotSavedError('nameExists');
  }

  #outcomeText({ session, name }: NewObject<unknown>, { outcome, candidateIds }: OutcomeError): string {
    const { t } = this.#localizer;
    const unknown =
      candidateIds.length > 0
        ? '“{name}” may have been created on “{server}”: the response was lost. Possible match: {ids}.'
        : 'It is unknown whether “{name}” was created on “{server}”: the response was lost, and the server could not confirm it.';
    const what =
      outcome === 'notDone'
        ? '“{name}” was not created on “{server}”: the response was lost, and the job or group is not on the server.'
        : unknown;
    const words = { ...placeWords(name, session), ids: idList(candidateIds) };
    return `${t(what, words)} ${t('“Create Again” checks the server first. Nothing that you typed is lost.')}`;
  }

  #namesakeText(
    { session, isCreated = false }: NewObject<unknown>,
    earlierName: string,
    found: readonly FoundObject[],
  ): string {
    const ids = idList(found.map(({ id }) => id).filter(id => id !== undefined));
    const maybeCreated =
      ids === ''
        ? '“{name}” is on “{server}” now. The earlier request may have created it.'
        : '“{name}” is on “{server}” now: {ids}. The earlier request may have created it.';
    const text = isCreated
      ? '“{name}” is already on “{server}”: an earlier save of this document created it.'
      : maybeCreated;
    return this.#localizer.t(text, { ...placeWords(earlierName, session), ids });
  }
}

function placeWords(name: string, { server }: ServerSession) {
  return { name: displayText(name, 80), server: displayText(server.name, 60) };
}

async function namesakes(
  session: ServerSession,
  kind: ObjectKind,
  names: ReadonlySet<string>,
): Promise<FoundObject[]> {
  if (kind === 'job') return (await session.jobs.named(names)).map(({ id, name }) => ({ id, name }));
  const groups = await session.groups.named(names);
  return groups.map(group => ({ id: session.groups.identity.known(group), name: group.name }));
}

function idList(ids: readonly number[]): string {
  return ids.map(id => `#${id}`).join(', ');
}

/** Whether an error proves that a write was not done, so that it may be sent again. */
export function provesNotDone(error: unknown): boolean {
  return error instanceof OutcomeError && error.outcome === 'notDone';
}

/** Runs a change. If its response was lost and it was not done, the user can send it again, any number of times. */
export async function sendAgainIfWanted<T>(
  parts: {
    readonly dialogs: Pick<Dialogs, 'decide'>;
    readonly localizer: Localizer;
    readonly text: (error: unknown) => string;
  },
  run: () => Promise<T>,
): Promise<T> {
  const again = parts.localizer.t('Send Again');
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!provesNotDone(error) || (await parts.dialogs.decide(parts.text(error), again)) !== again)
        throw error;
    }
  }
}
