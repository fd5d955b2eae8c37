import { posix } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { faultOf } from '../../../base/fileErrors.ts';
import { isUriText } from '../../../base/userPath.ts';
import type { Args } from '../../../workbench/commands/commandContext.ts';
import { diskFolder } from '../common/diskFolder.ts';
import type { EntryKind, FolderFiles } from '../common/folderFiles.ts';

/**
 * The text that identifies a folder in arguments, plans, records of runs and locks: the path of one on a disk of this
 * computer, as the command line stores it, or else the URI.
 */
export function folderId(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

/** The URI of the folder that the text identifies. */
export function folderUri(folder: string): vscode.Uri {
  return isUriText(folder) ? vscode.Uri.parse(folder, true) : vscode.Uri.file(folder);
}

/** The folder as the user knows it. */
export function folderTitle(folder: string): string {
  return isUriText(folder) ? folderUri(folder).toString(true) : folder;
}

/** The last part of the folder's path. */
export function folderName(folder: string): string {
  return posix.basename(folderUri(folder).path) || folderTitle(folder);
}

/** The path of a file below the folder, with forward slashes; `undefined` if it is elsewhere. */
export function pathIn(folder: string, file: vscode.Uri): string | undefined {
  const root = folderUri(folder);
  const above = root.path.replace(/\/*$/, '/');
  // On Windows, only `fsPath` writes the drive in one way.
  const path = file.scheme === 'file' ? vscode.Uri.file(file.fsPath).path : file.path;
  const isBelow = file.scheme === root.scheme && file.authority === root.authority && path.startsWith(above);
  return isBelow ? path.slice(above.length) : undefined;
}

/** Gives access to the files of the folder, on whatever file system it is. */
export function folderFiles(folder: string): FolderFiles {
  const uri = folderUri(folder);
  return uri.scheme === 'file' ? diskFolder(uri.fsPath) : providedFolder(uri);
}

/** A folder whose files VS Code gets from a file system provider, for example that of a remote computer. */
function providedFolder(folder: vscode.Uri): FolderFiles {
  const { fs } = vscode.workspace;
  const at = (path: string) => vscode.Uri.joinPath(folder, path);
  return {
    title: folder.toString(true),
    readsAtOnce: 16,
    async kindOf(path) {
      try {
        return kindOf((await fs.stat(at(path))).type);
      } catch (error) {
        if (faultOf(error) === 'missing') return undefined;
        throw error;
      }
    },
    async entriesIn(path, atMost) {
      const entries = await fs.readDirectory(at(path));
      return entries.slice(0, atMost).map(([name, type]) => ({ name, kind: kindOf(type) }));
    },
    async read(path, atMost, use) {
      const { size } = await fs.stat(at(path));
      const bytes = size > atMost ? undefined : await fs.readFile(at(path));
      return use(bytes === undefined || bytes.length > atMost ? undefined : bytes);
    },
    async write(path, text, before) {
      const bytes = Buffer.from(text);
      try {
        // Not to a temporary file first: `rename` deletes the file that it overwrites before it renames, so that a
        // connection that ends in between would leave neither.
        await fs.writeFile(at(path), bytes);
      } catch (error) {
        // The first error says more than one of this attempt, which fails if the connection has ended.
        await removePart(at(path), bytes, before).catch(() => undefined);
        throw error;
      }
    },
    makeFolder: async path => fs.createDirectory(at(path)),
  };
}

/** Puts the former text back where only a part of the new one was written. */
async function removePart(uri: vscode.Uri, bytes: Buffer, before: string | undefined): Promise<void> {
  const { fs } = vscode.workspace;
  const found = await fs.readFile(uri);
  const isPart = bytes.subarray(0, found.length).equals(found);
  if (!isPart) return;
  if (before === undefined) await fs.delete(uri);
  else await fs.writeFile(uri, Buffer.from(before));
}

function kindOf(type: vscode.FileType): EntryKind {
  if ((type & vscode.FileType.SymbolicLink) !== 0) return 'link';
  return type === vscode.FileType.File ? 'file' : type === vscode.FileType.Directory ? 'folder' : 'other';
}

const FolderSchema = z.union([
  z.object({ folder: z.string().check(z.minLength(1)) }),
  z.object({ rootUri: z.custom<vscode.Uri>(value => value instanceof vscode.Uri) }),
]);

/** The folder in the first argument: `{ folder: "<path or URI>" }`, or its entry in the Source Control view. */
export function givenFolder([given]: Args): string | undefined {
  const named = FolderSchema.safeParse(given).data;
  if (named === undefined) return undefined;
  return folderId('rootUri' in named ? named.rootUri : folderUri(named.folder));
}

const GitSchema = z.object({ id: z.literal('git') });

/** The command was run from the title of a Git repository in the Source Control view. */
export function isFromGit([given]: Args): boolean {
  return GitSchema.safeParse(given).success;
}
