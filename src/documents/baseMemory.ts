import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DraftSchema } from '../model/draft.ts';
import type { TextBase } from '../model/saveDecision.ts';
import { t } from '../platform/localize.ts';
import type { Memory, Shape, StoredValue } from '../platform/memory.ts';
import { isRecord } from '../util/json.ts';

/** The base of a document's text, with the server's URL at that time. */
export interface DocumentBase extends TextBase {
  readonly origin: string;
}

/** The base of an open document, and the timestamp last returned to VS Code. */
export interface RememberedBase {
  readonly base: DocumentBase;
  readonly mtime: number;
  readonly version: number;
}

const keptAtMost = 100;

const BasesSchema = z.array(
  z.object({
    uri: z.string(),
    origin: z.string(),
    stored: DraftSchema,
    /** Only stored if it differs from what the server stored. */
    text: z.exactOptional(DraftSchema),
    mtime: z.number(),
    version: z.number(),
  }),
);

const OlderBasesSchema = z.array(z.looseObject({ base: z.unknown() }));

const documentBases: Shape<z.infer<typeof BasesSchema>> = {
  key: 'documentBases',
  schema: BasesSchema,
  upgrades: [withOrigin],
  fallback: [],
  meaning: () =>
    t('The original versions of unsaved jobs and groups were lost: saving them asks before overwriting.'),
};

/** Older entries have no URL, so saving their text asks first at any URL. */
function withOrigin(old: unknown): unknown {
  return OlderBasesSchema.parse(old).map(({ base, ...rest }) => ({
    ...rest,
    origin: '',
    stored: isRecord(base) ? base : {},
  }));
}

/**
 * Remembers the bases of open documents across window reloads. VS Code restores unsaved text from its backup, but
 * without the base it would be unknown what the user changed in it (decision 15).
 */
export class BaseMemory {
  readonly #stored: StoredValue<z.infer<typeof BasesSchema>>;
  readonly #bases: Map<string, RememberedBase>;

  constructor(memory: Memory) {
    this.#stored = memory.of(documentBases);
    const known = this.#stored.get().map(({ uri, origin, stored, text = stored, ...stamp }) => {
      return [uri, { base: { origin, stored, text }, ...stamp }] as const;
    });
    this.#bases = new Map(known);
  }

  get(uri: vscode.Uri): RememberedBase | undefined {
    return this.#bases.get(uri.toString());
  }

  set(uri: vscode.Uri, base: RememberedBase): void {
    this.#bases.delete(uri.toString());
    this.#bases.set(uri.toString(), base);
    this.#store();
  }

  delete(uri: vscode.Uri): void {
    if (this.#bases.delete(uri.toString())) this.#store();
  }

  #store(): void {
    const newest = [...this.#bases].slice(-keptAtMost);
    const entries = newest.map(([uri, { base, ...stamp }]) => {
      const { origin, stored, text } = base;
      return { uri, origin, stored, ...(text === stored ? {} : { text }), ...stamp };
    });
    void this.#stored.set(entries);
  }
}
