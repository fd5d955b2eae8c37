/** The VS Code versions that the extension is tested on: the oldest that package.json allows, and the newest. */
export type VersionId = '1.99' | '1.139';

export interface VersionToTest {
  readonly id: VersionId;
  /** The exact release, as used in desktop downloads. */
  readonly release: string;
  /** The Node version that its browser-hosted server runs on. */
  readonly node: string;
  /** Large parts of the browser-hosted server that are not used here. */
  readonly removable: readonly string[];
  /** Whether ripgrep must be added manually, because a script of its package would download it. */
  readonly lacksRipgrep: boolean;
  /**
   * Whether its native log writer is compiled, which is slow; no test reads the output channels of the oldest version.
   */
  readonly writesLogs: boolean;
}

export const oldest: VersionToTest = {
  id: '1.99',
  release: '1.99.3',
  node: '20.19.0',
  removable: [],
  lacksRipgrep: true,
  writesLogs: false,
};

export const newest: VersionToTest = {
  id: '1.139',
  release: '1.139.1',
  node: '24.21.0',
  removable: [
    'node_modules/@github',
    'node_modules/@microsoft/mxc-sdk',
    'node_modules/@devcontainers',
    'node_modules/@vscode/windows-process-tree',
    'extensions/copilot',
  ],
  lacksRipgrep: false,
  writesLogs: true,
};

export const allVersions: readonly VersionToTest[] = [newest, oldest];

export function versionById(id: string): VersionToTest {
  const version = allVersions.find(candidate => candidate.id === id);
  if (!version) {
    throw new Error(`VS Code ${id} is not among the tested: ${allVersions.map(each => each.id).join(', ')}.`);
  }
  return version;
}

/** Compares versions such as "1.99.3" by their numbers. */
export function isAtLeast(version: string, least: string): boolean {
  const numbers = (text: string) => text.split('.').map(part => Number.parseInt(part, 10) || 0);
  const wanted = numbers(least);
  const given = numbers(version);
  for (const [index, number] of wanted.entries()) {
    const difference = (given[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
