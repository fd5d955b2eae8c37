import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReleaseFacts {
  readonly version: string;
  readonly isPreRelease: boolean;
  readonly changelog: string;
  /** The version shown in the screenshots. */
  readonly picturesOf: string;
  /** The screenshots that the READMEs refer to but that do not exist. */
  readonly missingPictures: readonly string[];
  /** The licenses of the bundled packages, as the notices list them. */
  readonly notices: string;
  /** Files with uncommitted changes. */
  readonly changedFiles: readonly string[];
}

const licenses: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'CC-BY-4.0',
]);

/** What still prevents a release of this version, one sentence each. */
export function releaseProblems(facts: ReleaseFacts): string[] {
  return [
    ...versionProblems(facts),
    ...changelogProblems(facts),
    ...pictureProblems(facts),
    ...otherProblems(facts),
  ];
}

/** As VS Code advises: its Marketplace offers the highest version of a channel and does not support "-beta". */
function versionProblems({ version, isPreRelease }: ReleaseFacts): string[] {
  const [, minor] = /^\d+\.(\d+)\.\d+$/.exec(version) ?? [];
  if (minor === undefined) return [`version ${version} is not of the form 1.2.3`];
  if (isPreRelease === (Number(minor) % 2 === 1)) return [];
  return [
    isPreRelease
      ? `version ${version} has an even minor number, which is for releases: pre-releases have odd ones`
      : `version ${version} has an odd minor number, which is for pre-releases: releases have even ones`,
  ];
}

/** The newest section must be for this version and have a date; for a pre-release it may still say "unreleased". */
function changelogProblems({ version, isPreRelease, changelog }: ReleaseFacts): string[] {
  const [, newest, date = ''] = /^## \[([^\]]+)\] - (\S+)$/m.exec(changelog) ?? [];
  if (newest !== version)
    return [`the newest section of CHANGELOG.md is of ${newest ?? 'no version'}, not ${version}`];
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) || (isPreRelease && date === 'unreleased')) return [];
  return [`CHANGELOG.md has no date for ${version}: ${date}`];
}

function pictureProblems({ version, picturesOf, missingPictures }: ReleaseFacts): string[] {
  return [
    ...missingPictures.map(path => `the picture ${path} is missing: npm run screenshots`),
    ...(picturesOf === version ? [] : [`the pictures are of version ${picturesOf}: npm run screenshots`]),
  ];
}

function otherProblems({ notices, changedFiles }: ReleaseFacts): string[] {
  const heads = Array.from(notices.matchAll(/^(\S+) \d\S* \(([^)]+)\)$/gm));
  return [
    ...(heads.length > 0 ? [] : ['no license of a package is passed on: npm run build']),
    ...heads
      .filter(([, , license = '']) => !licenses.has(license))
      .map(([, name, license]) => `${name} has the license ${license}, which nobody has checked`),
    ...changedFiles.map(file => `not committed: ${file}`),
  ];
}

/** The paths of the images in the READMEs. */
export async function shownPictures(folder: string): Promise<string[]> {
  const texts = await Promise.all(
    ['README.md', 'README.ru.md'].map(file => readFile(join(folder, file), 'utf8')),
  );
  const paths = texts.flatMap(text =>
    Array.from(text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g), ([, path = '']) => path),
  );
  return [...new Set(paths)];
}
