import type { pseudoLanguage } from '../../../scripts/pseudoLanguage.ts';
import type { Locale } from '../../../scripts/vscode/userSettings.ts';
import { newest, type VersionId, type VersionToTest, versionById } from '../../../scripts/vscode/versions.ts';

/** Lets a developer run the tests that name no version in another one. */
const requestedVersion = process.env['UI_VSCODE'];

/** The options of a VS Code process; sessions with the same options can use the same process in turn. */
export interface ProcessOptions {
  readonly version?: VersionId;
  /** Keeps secrets across page loads and restarts, as an installed VS Code does; starts a little more slowly. */
  readonly keepsSecrets?: boolean;
  /** The built checkout, or the packaged .vsix, installed as a user would. */
  readonly extension?: 'checkout' | 'package';
  /** Folders of other extensions to install. */
  readonly beside?: readonly string[];
  /** With the extension's demo server started and connected, and its Jobs view open. */
  readonly demo?: boolean;
  readonly locale?: Locale | typeof pseudoLanguage;
  /** Environment variables for the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder is not trusted: VS Code is in Restricted Mode. */
  readonly restricted?: boolean;
  /** Uses the log level “Trace”. */
  readonly logsAll?: boolean;
  /** With VS Code's Git. */
  readonly git?: boolean;
  /** The browser compiles and draws as a user's browser does. */
  readonly isMeasured?: boolean;
}

export function versionOf({ version }: ProcessOptions): VersionToTest {
  return versionById(version ?? requestedVersion ?? newest.id);
}

/** Whether to install the extension that cleans windows. It must not affect what a test measures or proves. */
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

/** The same for options whose sessions can use the same process in turn. */
export function keyOf(options: ProcessOptions): string {
  const { keepsSecrets, extension, beside, demo, locale, env, restricted, logsAll, git, isMeasured } =
    options;
  return JSON.stringify([
    ...[versionOf(options).id, keepsSecrets, extension, beside, demo],
    ...[locale, env, restricted, logsAll, git, isMeasured],
  ]);
}
