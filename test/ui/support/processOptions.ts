import type { pseudoLanguage } from '../../../scripts/pseudoLanguage.ts';
import type { Locale } from '../../../scripts/vscode/userSettings.ts';
import { newest, type VersionId, type VersionToTest, versionById } from '../../../scripts/vscode/versions.ts';

/** For a run by hand: another version for tests that name none. */
const requestedVersion = process.env['UI_VSCODE'];

/** The options that distinguish running VS Codes; sessions that share them all can use the same one in turn. */
export interface ProcessOptions {
  readonly version?: VersionId;
  /** Keeps secrets across page loads and restarts, as a person's VS Code does; starts a little slower. */
  readonly keepsSecrets?: boolean;
  /** The built checkout, or the packaged .vsix installed as a person would. */
  readonly extension?: 'checkout' | 'package';
  /** Folders of other extensions that are installed as well. */
  readonly beside?: readonly string[];
  /** With the extension's own demo server started and connected, and its jobs in front. */
  readonly demo?: boolean;
  readonly locale?: Locale | typeof pseudoLanguage;
  /** For the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder is not trusted: VS Code is in Restricted Mode. */
  readonly restricted?: boolean;
  /** Logs at every level. */
  readonly logsAll?: boolean;
  /** The browser compiles and draws as a person's does. */
  readonly isMeasured?: boolean;
}

export function versionOf({ version }: ProcessOptions): VersionToTest {
  return versionById(version ?? requestedVersion ?? newest.id);
}

/** Whether an extension cleans its windows, which must not change what a test measures or proves. */
export function isCleanable({
  extension,
  beside,
  demo,
  restricted,
  logsAll,
  isMeasured,
}: ProcessOptions): boolean {
  return extension !== 'package' && beside === undefined && !demo && !restricted && !logsAll && !isMeasured;
}

/** Equal for options whose sessions can use the same VS Code in turn. */
export function keyOf(options: ProcessOptions): string {
  const { keepsSecrets, extension, beside, demo, locale, env, restricted, logsAll, isMeasured } = options;
  return JSON.stringify([
    ...[versionOf(options).id, keepsSecrets, extension, beside, demo],
    ...[locale, env, restricted, logsAll, isMeasured],
  ]);
}
