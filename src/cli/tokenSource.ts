import { readFileSync } from 'node:fs';
import { errorCode } from '../api/errors/connectionFailure.ts';
import { normalizeToken } from '../api/transport/token.ts';
import type { CommandContext } from './commandContext.ts';
import { UsageError } from './usageError.ts';

export const defaultTokenVariable = 'DEVICE_AUTOMATION_TOKEN';

type TokenSource = Pick<CommandContext, 'options' | 'environment' | 'localizer'>;

/** The token from a file descriptor or the environment; throws `UsageError` if there is none. */
export function readToken(source: TokenSource): string {
  const { t } = source.localizer;
  const text = textOf(source);
  if (text.trim() === '') {
    throw new UsageError(
      t('No token is specified. Set the environment variable {name}, or pass --token-fd.', {
        name: variableOf(source),
      }),
    );
  }
  const token = normalizeToken(text);
  if (token === undefined) throw new UsageError(t('The token contains invalid characters.'));
  return token;
}

function variableOf({ options }: TokenSource): string {
  return options.value('token-env') ?? defaultTokenVariable;
}

function textOf(source: TokenSource): string {
  const { options, environment, localizer } = source;
  const descriptor = options.value('token-fd');
  if (descriptor === undefined) return environment[variableOf(source)] ?? '';
  if (!/^\d{1,5}$/.test(descriptor))
    throw new UsageError(localizer.t('--token-fd must be the number of a file descriptor.'));
  try {
    return readFileSync(Number(descriptor), 'utf8');
  } catch (error) {
    const code = errorCode(error);
    throw new UsageError(
      localizer.t('File descriptor {number} cannot be read ({code}).', { number: descriptor, code }),
    );
  }
}
