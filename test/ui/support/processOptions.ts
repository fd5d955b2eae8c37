import type { pseudoLanguage } from '../../../scripts/pseudoLanguage.ts';
import type { Locale } from '../../../scripts/vscode/userSettings.ts';
import { newest, type VersionId, type VersionToTest, versionById } from '../../../scripts/vscode/versions.ts';

/** For a run by hand: another version for the tests that name none. */
const requestedVersion = process.env['UI_VSCODE'];

/** What distinguishes running VS Codes: sessions that differ in none of these can follow one another in one. */
export interface ProcessOptions {
  readonly version?: VersionId;
  /** Keeps secrets over page loads and restarts, as a person's VS Code does; starts a little slower. */
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
  /** The logs hold all that is logged at any level. */
  readonly logsAll?: boolean;
  /** The browser compiles and draws as a person's does. */
  readonly isMeasured?: boolean;
}

export function versionOf({ version }: ProcessOptions): VersionToTest {
  return versionById(version ?? requestedVersion ?? newest.id);
}

/** Whether its windows have an extension beside that cleans them: it is not to change what is measured or proved. */
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

/** The same for options of which each VS Code serves the sessions of the others. */
export function keyOf(options: ProcessOptions): string {
  const { keepsSecrets, extension, beside, demo, locale, env, restricted, logsAll, isMeasured } = options;
  return JSON.stringify([
    ...[versionOf(options).id, keepsSecrets, extension, beside, demo],
    ...[locale, env, restricted, logsAll, isMeasured],
  ]);
}
