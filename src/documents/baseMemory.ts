import type * as vscode from 'vscode';
import * as z from 'zod';
import type { Draft } from './objectKinds.ts';

/** What an open document was made from, and the time stamp VS Code was told for it. */
export interface DocumentBase {
  readonly base: Draft;
  readonly mtime: number;
  readonly version: number;
}

const storageKey = 'documentBases';
const keptAtMost = 100;

const StoredSchema = z.array(
  z.object({
    uri: z.string(),
    base: z.record(z.string(), z.unknown()),
    mtime: z.number(),
    version: z.number(),
  }),
);

/**
 * Remembers the bases of open documents across window reloads: unsaved text comes back from VS Code's
 * backup, and without its base nobody could tell what the person had changed in it (decision 15).
 */
export class BaseMemory {
  readonly #memento: vscode.Memento;
  readonly #bases: Map<string, DocumentBase>;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    const stored = StoredSchema.safeParse(memento.get(storageKey, []));
    this.#bases = new Map((stored.success ? stored.data : []).map(({ uri, ...base }) => [uri, base]));
  }

  get(uri: vscode.Uri): DocumentBase | undefined {
    return this.#bases.get(uri.toString());
  }

  set(uri: vscode.Uri, base: DocumentBase): void {
    this.#bases.delete(uri.toString());
    this.#bases.set(uri.toString(), base);
    this.#store();
  }

  delete(uri: vscode.Uri): void {
    if (this.#bases.delete(uri.toString())) this.#store();
  }

  #store(): void {
    const newest = [...this.#bases].slice(-keptAtMost);
    void this.#memento.update(
      storageKey,
      newest.map(([uri, base]) => ({ uri, ...base })),
    );
  }
}
