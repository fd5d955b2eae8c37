import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import * as z from 'zod/mini';
import { syntaxErrorText } from '../api/model/jsonErrorText.ts';
import { ServerConfigSchema } from '../api/model/server.ts';
import { fileErrorText } from '../base/fileErrors.ts';
import { isRecord, positionAt } from '../base/json.ts';
import type { Localizer } from '../base/localizer.ts';
import { readNamedFileNow } from '../base/namedFiles.ts';
import { pickKeys } from '../base/tables.ts';
import { withSuggestion } from './habits.ts';
import { type Options, UsageError } from './optionTable.ts';

/** The fields of a server in VS Code's settings that count here too, and where its secrets are. */
const ProfileSchema = z.strictObject({
  ...pickKeys(
    ServerConfigSchema.shape,
    'url',
    'allowHttp',
    'jobListQuery',
    'timeoutSeconds',
    'readOnly',
    'production',
    'caFile',
    'clientCertificateFile',
    'clientKeyFile',
    'headers',
    'headersCommand',
    'certificate',
  ),
  name: z.exactOptional(ServerConfigSchema.shape.name),
  /** For `resolveUserPath`, as the other paths. */
  clientPassphraseFile: z.exactOptional(z.string()),
  tokenVariable: z.exactOptional(z.string()),
  tokenFile: z.exactOptional(z.string()),
  /** A program and its arguments, which prints the token. */
  tokenCommand: z.exactOptional(z.array(z.string()).check(z.minLength(1))),
});

export type Profile = z.infer<typeof ProfileSchema>;

interface ProfileSource {
  readonly options: Pick<Options<'profile'>, 'value'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly localizer: Localizer;
}

const longestConfig = 1024 * 1024;

/** The profile that --profile names, from the user's configuration file; throws `UsageError`. */
export function readProfile({ options, environment, localizer }: ProfileSource): Profile | undefined {
  const { t } = localizer;
  const name = options.value('profile');
  if (name === undefined) return undefined;
  const path = configFile(environment);
  const profiles = readProfiles(path, localizer);
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found === undefined) {
    const text = t('There is no profile “{name}” in “{path}”.', { name, path });
    throw new UsageError(withSuggestion(name, Object.keys(profiles), text, localizer));
  }
  if (isRecord(found) && Object.hasOwn(found, 'token'))
    throw new UsageError(
      t(
        'The profile “{name}” in “{path}” contains a token, which backups and other programs could read, so it is not used. Replace “token” by “tokenVariable”, “tokenFile” or “tokenCommand”; if it was a real token, revoke it.',
        { name, path },
      ),
    );
  const profile = ProfileSchema.safeParse(found);
  if (profile.success) return profile.data;
  const fields = profile.error.issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')],
  );
  throw new UsageError(
    t('The profile “{name}” in “{path}” has fields that are unknown, missing or not valid: {fields}.', {
      name,
      path,
      fields: [...new Set(fields)].join(', '),
    }),
  );
}

function configFile({ XDG_CONFIG_HOME, HOME }: ProfileSource['environment']): string {
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'device-automation', 'config.json');
}

function readProfiles(path: string, localizer: Localizer): Readonly<Record<string, unknown>> {
  const { t } = localizer;
  let text: string;
  try {
    text = readNamedFileNow(path, longestConfig);
  } catch (error) {
    throw new UsageError(fileErrorText(error, { t }, path) ?? String(error));
  }
  const plain = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const config: unknown = parse(plain, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const problem = syntaxErrorText({ ...positionAt(plain, error.offset), error: error.error }, localizer);
    throw new UsageError(t('“{name}”: {problem}', { name: path, problem }));
  }
  const profiles = isRecord(config) ? config['profiles'] : undefined;
  if (isRecord(profiles)) return profiles;
  throw new UsageError(
    t('“{path}” must be a JSON object with the profiles by name: {example}.', {
      path,
      example: '{ "profiles": { "plant": { "url": "https://…" } } }',
    }),
  );
}
