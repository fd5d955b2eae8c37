import {
  ConnectionError,
  isAbort,
  isApiError,
  isForbidden,
  isSignedOut,
  NotSentError,
  needsSignIn,
  RedirectError,
} from '../../api/errors/apiError.ts';
import { errorText } from '../../api/errors/errorText.ts';
import { placeLabel } from '../../api/fields/objectFields.ts';
import { syntaxErrorText } from '../../api/model/jsonErrorText.ts';
import {
  DocumentTextError,
  NotSavedError,
  SaveConflictError,
  type TextProblem,
} from '../../api/model/saveErrors.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import { writeErrorText } from '../../api/writes/writeErrorText.ts';
import { WriteError } from '../../api/writes/writeResult.ts';
import { displayText } from '../../base/displayText.ts';
import { ExplainedError } from '../../base/explainedError.ts';
import { stringOf } from '../../base/json.ts';
import { GroupMismatchError } from '../../store/groups/groupMismatchError.ts';
import type { UnrecordedWrite } from '../../store/objectAccess.ts';
import { JournalError } from '../../store/runs/openRun.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { changedFieldsText } from '../platform/fieldLabels.ts';
import { localizer, t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import { groupIdSearchLimit } from '../platform/settings.ts';

/** What error notifications offer the user; the composition root connects them to commands. */
export interface ServerActions {
  signIn(server: ServerConfig): Promise<void>;
  changeUrl(server: ServerConfig, url: string): Promise<void>;
  trustCertificate(server: ServerConfig): Promise<void>;
  enterPassphrase(server: ServerConfig): Promise<void>;
}

/** Shows the errors of operations to the user. Canceled work is not an error. */
export class ErrorNotices {
  readonly #dialogs: Dialogs;
  readonly #log: Pick<Log, 'error' | 'show'>;
  readonly #loadActions: () => Promise<ServerActions>;
  readonly #offers: OfferSource[] = [];
  /** Servers for whose rejected token or passphrase the user was already prompted (decision 19). */
  readonly #prompted = new Set<string>();

  /** `loadActions` is called when the user first presses a button. */
  constructor(dialogs: Dialogs, log: Pick<Log, 'error' | 'show'>, loadActions: () => Promise<ServerActions>) {
    this.#dialogs = dialogs;
    this.#log = log;
    this.#loadActions = loadActions;
  }

  /** Adds what a contribution can do about errors that the kernel only shows. */
  addOffer(offer: OfferSource): void {
    this.#offers.push(offer);
  }

  /** Describes the error to the user in a sentence without secrets or a stack trace. */
  text(error: unknown, server: ServerConfig | undefined): string {
    if (isApiError(error)) return errorText(error, server?.name ?? error.request.origin, localizer);
    if (error instanceof GroupMismatchError) return mismatchText(error);
    if (error instanceof WriteError) return writeErrorText(error, localizer, server?.name);
    if (error instanceof ExplainedError) return error.explain(localizer);
    if (error instanceof JournalError)
      return t('Could not write the recovery log on this computer, so nothing was sent: {reason}', {
        reason: displayText(error.message, 300),
      });
    return saveErrorText(error) ?? (error instanceof Error ? error.message : String(error));
  }

  async show(error: unknown, server: ServerConfig | undefined, name?: string): Promise<void> {
    if (isAbort(error)) return;
    const problem = this.text(error, server);
    const text =
      name === undefined ? problem : t('“{name}”: {problem}', { name: displayText(name, 80), problem });
    this.#log.error(text);
    if (server !== undefined && needsSignIn(error)) return this.#askForToken(text, server, true);
    const offer = server === undefined ? undefined : this.#offerFor(error, server);
    const { action, run } = offer ?? {
      action: t('Show Log'),
      run: async () => this.#log.show(),
    };
    if ((await this.#dialogs.error(text, action)) === action) await run();
  }

  /** Shows how the server stored an object, field by field (decision 31). */
  async showStoredOtherwise(
    { differences, object, seen, id }: UnrecordedWrite,
    server: ServerConfig,
  ): Promise<void> {
    const error = new WriteError({ kind: 'storedOtherwise', differences });
    const name = object?.name || stringOf(seen.draft['name']);
    await this.show(error, server, name || `#${id ?? ''}`);
  }

  /** Logs an error of background work. Views show it; only a rejected token or a passphrase prompts, once. */
  async note(error: unknown, server: ServerConfig): Promise<void> {
    if (isAbort(error)) return;
    const text = this.text(error, server);
    this.#log.error(text);
    if (isSignedOut(error)) await this.#askForToken(text, server, false);
    if (!needsPassphrase(error) || this.#prompted.has(`${server.id} ${error.code}`)) return;
    this.#prompted.add(`${server.id} ${error.code}`);
    await this.show(error, server);
  }

  /** Lets a rejected token prompt again, after a sign-in. */
  forget(serverId: string): void {
    this.#prompted.delete(serverId);
  }

  async #askForToken(text: string, server: ServerConfig, again: boolean): Promise<void> {
    if (this.#prompted.has(server.id) && !again) return;
    this.#prompted.add(server.id);
    const signIn = t('Sign In');
    const answer = await this.#dialogs.error(text, signIn);
    if (answer === signIn) await this.#act(actions => actions.signIn(server));
  }

  /** An action that cannot be loaded, or fails, has an error of its own. */
  #act(run: (actions: ServerActions) => Promise<void>): Promise<void> {
    return this.#attempt(async () => run(await this.#loadActions()));
  }

  async #attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      await this.show(error, undefined);
    }
  }

  /** The action that fixes this kind of error. */
  #offerFor(error: unknown, server: ServerConfig): Offer | undefined {
    if (mayTrust(error, server))
      return {
        action: t('Show Certificate…'),
        run: () => this.#act(actions => actions.trustCertificate(server)),
      };
    if (needsPassphrase(error))
      return {
        action: t('Enter Passphrase…'),
        run: () => this.#act(actions => actions.enterPassphrase(server)),
      };
    if (error instanceof RedirectError && error.httpsBaseUrl !== undefined) {
      const { httpsBaseUrl } = error;
      return {
        action: t('Change URL'),
        run: () => this.#act(actions => actions.changeUrl(server, httpsBaseUrl)),
      };
    }
    if (isForbidden(error))
      return {
        action: t('Sign In with Another Token'),
        run: () => this.#act(actions => actions.signIn(server)),
      };
    // The URL stays the same; the user is asked to consent to plain HTTP.
    if (error instanceof NotSentError && error.problem.code === 'plainHttp')
      return {
        action: t('Use HTTP…'),
        run: () => this.#act(actions => actions.changeUrl(server, server.url)),
      };
    for (const offerOf of this.#offers) {
      const offer = offerOf(error, server);
      if (offer !== undefined) return { ...offer, run: () => this.#attempt(offer.run) };
    }
    return undefined;
  }
}

interface Offer {
  readonly action: string;
  readonly run: () => Promise<void>;
}

type OfferSource = (error: unknown, server: ServerConfig) => Offer | undefined;

/**
 * Whether the certificate caused the error, so that the user may review and trust it. VS Code's own connections
 * ignore certificates trusted here.
 */
export function mayTrust(error: unknown, { network }: Pick<ServerConfig, 'network'>): boolean {
  return (
    network !== 'vscode' &&
    error instanceof ConnectionError &&
    error.reason === 'certificate' &&
    error.code !== 'CERT_FILE_UNREADABLE'
  );
}

/** Whether the key of the client certificate cannot be read without a passphrase, or without another one. */
export function needsPassphrase(error: unknown): error is ConnectionError {
  return error instanceof ConnectionError && error.code.startsWith('CLIENT_PASSPHRASE');
}

function mismatchText({ expected, found }: GroupMismatchError): string {
  const name = displayText(expected.name, 80);
  return found === undefined
    ? t('The ID of “{name}” no longer belongs to any group. Nothing was changed.', { name })
    : t('The ID known for the group “{name}” now belongs to “{found}”. Nothing was changed.', {
        name,
        found: displayText(found.name, 80),
      });
}

/** Why the extension itself did not save a document; `undefined` for other errors. */
function saveErrorText(error: unknown): string | undefined {
  if (error instanceof SaveConflictError)
    return `${changedFieldsText(error.fields)} ${t('Nothing was saved. Save again to compare or overwrite.')}`;
  if (error instanceof DocumentTextError) return textProblemText(error.problem);
  return error instanceof NotSavedError ? t(notSavedTexts[error.code]) : undefined;
}

function textProblemText(problem: TextProblem): string {
  switch (problem.code) {
    case 'syntax':
      return syntaxErrorText(problem, localizer);
    case 'notAnObject':
      return t('The document must be one JSON object.');
    case 'tooDeep':
      return t('The JSON is nested too deeply, so it was not sent.');
    case 'value': {
      const { path, text } = problem.problem;
      return path.length === 0 ? text : `${placeLabel(path, localizer)}: ${text}`;
    }
  }
}

const notSavedTexts = {
  devicesKept: 'Nothing was saved: the devices stay where they are.',
  reachKept: 'Nothing was saved: the job runs on the same devices as before.',
  nameExists: 'Nothing was sent: this name already exists on the server.',
  encoding:
    'This document is not in UTF-8 here, so saving it would damage text on the server. Run “Change File Encoding”, reopen it with UTF-8, and edit it again.',
  edit: 'VS Code could not edit the document, so this change was not made. Try again.',
} as const;

/**
 * Reads the group list, and within the budget for IDs the groups that jobs target. A failure is logged, and IDs are
 * shown instead of names.
 */
export async function loadTargetNames(
  session: ServerSession,
  notices: Pick<ErrorNotices, 'note'>,
  options: CallOptions = {},
): Promise<void> {
  try {
    // A list that could not be read is not tried again for names alone.
    if (session.groups.state.kind !== 'failed') await session.groups.whole(options.signal);
    await session.groups.identity.resolveFromJobs({ ...options, budget: groupIdSearchLimit() });
  } catch (error) {
    if (!isAbort(error)) await notices.note(error, session.server);
  }
}
