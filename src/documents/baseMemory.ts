import type * as vscode from 'vscode';
import * as z from 'zod';
import { localizer } from '../host/localize.ts';
import { asBefore, type Memory, type Shape, type StoredValue } from '../host/memory.ts';
import type { Draft } from './objectKinds.ts';

/** What an open document was made from, and the time stamp VS Code was told for it. */
export interface DocumentBase {
  readonly base: Draft;
  readonly mtime: number;
  readonly version: number;
}

const keptAtMost = 100;

const BasesSchema = z.array(
  z.object({
    uri: z.string(),
    base: z.record(z.string(), z.unknown()),
    mtime: z.number(),
    version: z.number(),
  }),
);

const documentBases: Shape<z.infer<typeof BasesSchema>> = {
  key: 'documentBases',
  schema: BasesSchema,
  upgrades: [asBefore],
  fallback: [],
  meaning: () =>
    localizer.t(
      'What unsaved text of jobs and groups was made from: saving such text asks before it overwrites.',
    ),
};

/**
 * Remembers the bases of open documents across window reloads: unsaved text comes back from VS Code's
 * backup, and without its base nobody could tell what the person had changed in it (decision 15).
 */
export class BaseMemory {
  readonly #stored: StoredValue<z.infer<typeof BasesSchema>>;
  readonly #bases: Map<string, DocumentBase>;

  constructor(memory: Memory) {
    this.#stored = memory.of(documentBases);
    this.#bases = new Map(this.#stored.get().map(({ uri, ...base }) => [uri, base]));
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
    void this.#stored.set(newest.map(([uri, base]) => ({ uri, ...base })));
  }
}
