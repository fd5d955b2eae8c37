import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFolder } from '../../../../src/contrib/files/common/diskFolder.ts';
import type { FolderFiles } from '../../../../src/contrib/files/common/folderFiles.ts';
import '../../../support/vscode/vscodeInNode.ts';

const vscode = await import('vscode');
const { MemoryFiles, memoryScheme } = await import('../../../support/vscode/memoryFiles.ts');
const { user } = await import('../../../support/vscode/vscodeFake.ts');
const { folderFiles, folderId } = await import('../../../../src/contrib/files/vscode/folders.ts');

/** A folder with its files, as other programs see it. Paths are relative to it. */
export interface TestFolder {
  readonly files: FolderFiles;
  put(path: string, content?: string | Uint8Array): void;
  putFolder(path: string): void;
  /** A symbolic link to the folder itself. */
  putLink(path: string): void;
  text(path: string): string;
  /** The paths of all files. */
  paths(): string[];
}

export function withDiskFolder(use: (folder: TestFolder, path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'da-folder-'));
  const at = (path: string) => join(folder, path);
  const makeFolder = (path: string) => mkdirSync(path, { recursive: true });
  const disk: TestFolder = {
    files: diskFolder(folder),
    put: (path, content = '{}') => {
      makeFolder(dirname(at(path)));
      writeFileSync(at(path), content);
    },
    putFolder: path => void makeFolder(at(path)),
    putLink: path => symlinkSync(folder, at(path)),
    text: path => readFileSync(at(path), 'utf8'),
    paths: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort(),
  };
  return use(disk, folder).finally(() => rmSync(folder, { recursive: true }));
}

/** A folder that VS Code gets from a file system provider. */
export async function withProvidedFolder(
  use: (folder: TestFolder, provider: InstanceType<typeof MemoryFiles>, id: string) => Promise<void>,
  { isReadonly = false } = {},
): Promise<void> {
  const provider = Object.assign(new MemoryFiles(), { isReadonly });
  const root = '/repo/plant';
  const at = (path: string) => `${root}/${path}`;
  provider.putFolder(root);
  user.fileSystems.set(memoryScheme, provider);
  const id = folderId(vscode.Uri.from({ scheme: memoryScheme, path: root }));
  const provided: TestFolder = {
    files: folderFiles(id),
    put: (path, content = '{}') => provider.put(at(path), content),
    putFolder: path => provider.putFolder(at(path)),
    putLink: path => provider.put(at(path), '', vscode.FileType.Directory | vscode.FileType.SymbolicLink),
    text: path => provider.text(at(path)),
    paths: () =>
      provider
        .paths()
        .map(path => path.slice(root.length + 1))
        .sort(),
  };
  await use(provided, provider, id).finally(() => user.fileSystems.delete(memoryScheme));
}

/** States the same rules for both kinds of folders. */
export function describeForFolders(
  title: string,
  define: (withFolder: (use: (folder: TestFolder) => Promise<void>) => Promise<void>) => void,
): void {
  describe(`${title} on a disk`, () => define(withDiskFolder));
  describe(`${title} that VS Code provides`, () => define(withProvidedFolder));
}
