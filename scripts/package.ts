import { readFile } from 'node:fs/promises';
import { createVSIX } from '@vscode/vsce';
import { repositoryRoot } from './paths.ts';

/** What a person who installs the extension needs; anything else in the package is a mistake. */
const ALLOWED = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/(readme\.md|changelog\.md|LICENSE(\.txt|\.md)?)$/i,
  /^extension\/dist\/(?!metafile|cli\.).+(?<!\.map)$/,
  /^extension\/l10n\/bundle[\w.-]*\.json$/,
  /^extension\/media\/.+$/,
];

const REQUIRED = ['extension/package.json', 'extension/dist/extension.cjs'];

/** Packages the built extension; its code is bundled, so no node_modules belong in. */
export async function makePackage(target: string): Promise<void> {
  await createVSIX({
    cwd: repositoryRoot,
    packagePath: target,
    dependencies: false,
    // there is no public repository that the links of the README could be led to
    rewriteRelativeLinks: false,
  });
}

/** What is wrong with the content of a package: files too many, files too few. */
export function contentProblems(files: readonly string[]): string[] {
  const isAllowed = (file: string) =>
    ALLOWED.some(rule => (typeof rule === 'string' ? rule === file : rule.test(file)));
  return [
    ...files.filter(file => !isAllowed(file)).map(file => `should not be in the package: ${file}`),
    ...REQUIRED.filter(file => !files.includes(file)).map(file => `is missing in the package: ${file}`),
  ];
}

const END_RECORD = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_RECORD_SIZE = 22;

/** The names in a .vsix, from the directory at the end that each zip file has. */
export async function listPackage(path: string): Promise<string[]> {
  const zip = await readFile(path);
  let end = zip.length - END_RECORD_SIZE;
  while (end >= 0 && zip.readUInt32LE(end) !== END_RECORD) end -= 1;
  if (end < 0) throw new Error(`${path} is not a zip file`);
  const names: string[] = [];
  let position = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(position) !== DIRECTORY_ENTRY) throw new Error(`${path} has a damaged directory`);
    const nameLength = zip.readUInt16LE(position + 28);
    const rest = zip.readUInt16LE(position + 30) + zip.readUInt16LE(position + 32);
    names.push(zip.toString('utf8', position + 46, position + 46 + nameLength));
    position += 46 + nameLength + rest;
  }
  return names.sort();
}
