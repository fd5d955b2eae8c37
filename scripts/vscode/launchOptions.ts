import type { VersionId } from './versions.ts';

/** What the launcher starts, passed in the environment because VS Code's command line cannot carry it. */
export const launchVariable = 'DEVICE_AUTOMATION_TEST_LAUNCH';

export type LaunchTarget =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'browser'; readonly version: VersionId };

export interface LaunchOptions {
  readonly target: LaunchTarget;
  /** The file of mocha's report, which is printed as it grows. */
  readonly reportFile: string;
  /** The file of all other output of VS Code and the browser. */
  readonly logFile: string;
  readonly timeoutMs: number;
  /** The process that started the launcher; it may have exited before the launcher can check it. */
  readonly parentPid: number;
}

/** The arguments of VS Code that @vscode/test-electron sets and that matter here. */
export interface VSCodeArguments {
  readonly testsPath: string;
  readonly developmentPaths: readonly string[];
  readonly userData: string;
  readonly extensions: string;
  /** A workspace file. */
  readonly workspace: string;
}

export function parseVSCodeArguments(args: readonly string[]): VSCodeArguments {
  const all = (name: string) =>
    args.filter(arg => arg.startsWith(`--${name}=`)).map(arg => arg.slice(name.length + 3));
  const one = (name: string, value: string | undefined) => {
    if (value === undefined) throw new Error(`The launcher was started without ${name}`);
    return value;
  };
  return {
    testsPath: one('--extensionTestsPath', all('extensionTestsPath')[0]),
    developmentPaths: all('extensionDevelopmentPath'),
    userData: one('--user-data-dir', all('user-data-dir')[0]),
    extensions: one('--extensions-dir', all('extensions-dir')[0]),
    workspace: one(
      'a workspace',
      args.find(arg => !arg.startsWith('-')),
    ),
  };
}

/** A run of extension tests in progress. */
export interface Launched {
  /** Resolves with the exit code of VS Code. */
  readonly exitCode: Promise<number>;
  stop(): Promise<void>;
}
