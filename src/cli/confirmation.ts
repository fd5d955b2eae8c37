import type { ServerConfig } from '../api/model/server.ts';
import type { CliContext } from './cliContext.ts';
import { ConfirmationError } from './optionTable.ts';

type Asking = Pick<CliContext<'yes'>, 'ask' | 'options' | 'output' | 'localizer'>;

/**
 * Whether a write may be sent. On a terminal, the user is asked, and must type the name of a production server,
 * because "yes" is typed by habit; without a question, only that name is. Without a terminal, --yes is required for a
 * production server and for several objects that nobody has confirmed; otherwise throws `ConfirmationError`.
 */
export async function isConfirmed(
  { ask, options, output, localizer: { t, plural } }: Asking,
  { name, url, production }: Pick<ServerConfig, 'name' | 'url' | 'production'>,
  question: string | undefined,
  unconfirmed: number,
): Promise<boolean> {
  const isProduction = production === true;
  if (options.has('yes')) return true;
  const words = { server: name, url };
  if (ask === undefined && isProduction)
    throw new ConfirmationError(
      t('“{server}” ({url}) is a production server, and nothing was sent. Pass --yes to confirm.', words),
    );
  if (ask === undefined && unconfirmed > 1)
    throw new ConfirmationError(
      plural(
        'Nothing was sent: this affects {count} object on “{server}” ({url}), and there is no terminal to ask in. Pass --yes to confirm.|Nothing was sent: this affects {count} objects on “{server}” ({url}), and there is no terminal to ask in. Pass --yes to confirm.',
        unconfirmed,
        words,
      ),
    );
  if (ask === undefined || (!isProduction && question === undefined)) return true;
  if (isProduction && question !== undefined) output.note(question);
  const answer = await ask(
    isProduction
      ? t('“{server}” ({url}) is a production server. Type its name to continue:', words)
      : `${question} [y/N]`,
  );
  if (isProduction ? answer.trim() === name : /^\s*(y|yes|д|да)\s*$/i.test(answer)) return true;
  output.note(t('Nothing was changed on the server.'));
  return false;
}

/**
 * Ctrl+C does not cancel a write that was sent, because its outcome must be known; a note explains why the program
 * does not exit immediately.
 */
export async function duringWrite<T>(
  { output, localizer, signal }: Pick<CliContext, 'output' | 'localizer' | 'signal'>,
  write: () => Promise<T>,
): Promise<T> {
  const onInterrupt = () => {
    if (output.isDocument) return;
    output.note(
      localizer.t(
        'Waiting for the response to the request that was sent. Press Ctrl+C again to quit at once.',
      ),
    );
  };
  signal.addEventListener('abort', onInterrupt);
  try {
    return await write();
  } finally {
    signal.removeEventListener('abort', onInterrupt);
  }
}
