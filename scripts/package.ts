import { chmod, copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { inflateRawSync } from 'node:zlib';
import { createVSIX } from '@vscode/vsce';
import { mcpFile } from './cliBundle.mjs';
import { brokenLinks } from './packageLinks.ts';
import { readManifest, repositoryRoot } from './paths.ts';

/** The files that the installed extension needs; a package with any other file is rejected. */
const allowed = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/(readme(\.ru)?\.md|changelog\.md|LICENSE(\.txt|\.md)?)$/i,
  /^extension\/dist\/(?!metafile|cli\.|device-automation-mcp\.).+(?<!\.map)$/,
  /^extension\/l10n\/bundle[\w.-]*\.json$/,
  /^extension\/media\/.+$/,
];

const required = ['extension/package.json', 'extension/dist/extension.cjs'];

/** The timestamp of every file in a package, 2020-01-01, so that the same content gives the same bytes. */
const fileTimeSeconds = '1577836800';

const maxBytes = 1_300_000;

export interface PackageOptions {
  readonly folder?: string;
  /** Whether the package is for the pre-release channel. */
  readonly preRelease?: boolean;
}

/**
 * Builds and packages the extension. Its code is bundled, so it needs no node_modules. Resolves with the packager's
 * warnings.
 */
export async function makePackage(
  target: string,
  { folder = repositoryRoot, preRelease = false }: PackageOptions = {},
): Promise<string[]> {
  const warnings: string[] = [];
  const { warn } = console;
  const { SOURCE_DATE_EPOCH, TZ } = process.env;
  console.warn = (...words: unknown[]) => void warnings.push(words.join(' '));
  // Zip files store local times
  setEnvironment({ SOURCE_DATE_EPOCH: fileTimeSeconds, TZ: 'UTC' });
  try {
    await createVSIX({
      cwd: folder,
      packagePath: target,
      dependencies: false,
      preRelease,
      // There is no public repository that links in the README could point to
      rewriteRelativeLinks: false,
    });
  } finally {
    console.warn = warn;
    setEnvironment({ SOURCE_DATE_EPOCH, TZ });
  }
  return warnings;
}

function setEnvironment(values: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** The problems that prevent a package from being published. */
export async function packageProblems(path: string, warnings: readonly string[]): Promise<string[]> {
  const { size } = await stat(path);
  const files = await readPackage(path);
  return [
    ...warnings.map(warning => `the packager warns: ${warning}`),
    ...contentProblems([...files.keys()]),
    ...brokenLinks(files),
    ...(size < maxBytes ? [] : [`the package has ${size} bytes; ${maxBytes} are too many`]),
  ];
}

/** Copies the command line built with the package next to it, and its file for `mcp`; resolves with its path. */
export async function copyCommandLine(): Promise<string> {
  const { name, version } = readManifest();
  const target = join(repositoryRoot, `${name}-${version}.cjs`);
  await copyFile(join(repositoryRoot, 'dist/cli.cjs'), target);
  await chmod(target, 0o755);
  await copyFile(join(repositoryRoot, `dist/${mcpFile}.cjs`), join(repositoryRoot, `${mcpFile}.cjs`));
  return target;
}

/** The unexpected and the missing files of a package. */
function contentProblems(files: readonly string[]): string[] {
  const isAllowed = (file: string) =>
    allowed.some(rule => (typeof rule === 'string' ? rule === file : rule.test(file)));
  return [
    ...files.filter(file => !isAllowed(file)).map(file => `should not be in the package: ${file}`),
    ...required.filter(file => !files.includes(file)).map(file => `is missing in the package: ${file}`),
  ];
}

const endRecord = 0x06054b50;
const directoryEntry = 0x02014b50;
const endRecordSize = 22;
const localHeaderSize = 30;

/** The files in a .vsix by their names, read from the central directory at the end of the zip. */
export async function readPackage(path: string): Promise<Map<string, Buffer>> {
  const zip = await readFile(path);
  let end = zip.length - endRecordSize;
  while (end >= 0 && zip.readUInt32LE(end) !== endRecord) end -= 1;
  if (end < 0) throw new Error(`${path} is not a zip file`);
  const files: [string, Buffer][] = [];
  let position = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(position) !== directoryEntry) throw new Error(`${path} has a damaged directory`);
    const nameLength = zip.readUInt16LE(position + 28);
    const rest = zip.readUInt16LE(position + 30) + zip.readUInt16LE(position + 32);
    files.push([zip.toString('utf8', position + 46, position + 46 + nameLength), contentOf(zip, position)]);
    position += 46 + nameLength + rest;
  }
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The content of the file with this entry in the directory. */
function contentOf(zip: Buffer, entry: number): Buffer {
  const isStored = zip.readUInt16LE(entry + 10) === 0;
  const header = zip.readUInt32LE(entry + 42);
  const start = header + localHeaderSize + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const content = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  return isStored ? content : inflateRawSync(content);
}
