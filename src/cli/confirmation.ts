import type { ServerConfig } from '../model/server.ts';
import type { CliContext } from './cliContext.ts';
import { SelectionError } from './optionTable.ts';

type Asking = Pick<CliContext, 'ask' | 'options' | 'output' | 'localizer'>;
type Confirmed = Pick<ServerConfig, 'name' | 'url' | 'production'>;

/**
 * Whether a write may be sent. On a terminal, the user is asked, and must type the name of a production server,
 * because "yes" is typed by habit. Without a terminal, only a production server requires --yes; otherwise throws
 * `SelectionError`.
 */
export async function isConfirmed(
  context: Asking,
  server: Confirmed,
  question: string | undefined,
): Promise<boolean> {
  if (context.options.has('yes')) return true;
  if (server.production === true) return isNameTyped(context, server, question);
  const { ask } = context;
  if (ask === undefined || question === undefined) return true;
  return isYes(await ask(`${question} [y/N]`)) || throwCanceled(context);
}

async function isNameTyped(
  context: Asking,
  { name, url }: Confirmed,
  question: string | undefined,
): Promise<boolean> {
  const { ask, output, localizer } = context;
  const words = { server: name, url };
  if (ask === undefined) {
    throw new SelectionError(
      localizer.t(
        '“{server}” ({url}) is a production server, and nothing was sent. Pass --yes to confirm.',
        words,
      ),
    );
  }
  if (question !== undefined) output.note(question);
  const typed = await ask(
    localizer.t('“{server}” ({url}) is a production server. Type its name to continue:', words),
  );
  return typed.trim() === name || throwCanceled(context);
}

function isYes(answer: string): boolean {
  return /^\s*(y|yes|д|да)\s*$/i.test(answer);
}

function throwCanceled({ output, localizer }: Asking): false {
  output.note(localizer.t('Nothing was changed on the server.'));
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
    if (output.isJson) return;
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
