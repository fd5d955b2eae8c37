/** What a name in a folder stands for; links are not followed. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/**
 * The files of one folder, on a disk or wherever VS Code can read them. Paths are relative to the folder, with forward
 * slashes; `.` is the folder itself. What is read and written, and when not, is decided above: see `folderReading.ts` and
 * `fileWriting.ts`. Rejects with errors of the system, see `faultOf`.
 */
export interface FolderFiles {
  /** The folder as the user knows it. */
  readonly title: string;
  /** The number of files to read at once: several if each has to come from another computer. */
  readonly readsAtOnce: number;
  /** `undefined` if there is nothing at this path. */
  kindOf(path: string): EntryKind | undefined | Promise<EntryKind | undefined>;
  /** The first entries of a folder, at most as many, in any order. */
  entriesIn(path: string, atMost: number): Promise<readonly FolderEntry[]>;
  /** Calls `use` with the bytes of a file, which are only valid during the call; `undefined` if there are more. */
  read<T>(path: string, atMost: number, use: (bytes: Uint8Array | undefined) => T): T | Promise<T>;
  /** Creates a file, or replaces one that has the text `before`; completely or not at all. */
  write(path: string, text: string, before: string | undefined): Promise<void>;
  /** Creates a folder and those above it; one that exists is left as it is. */
  makeFolder(path: string): Promise<void>;
}
