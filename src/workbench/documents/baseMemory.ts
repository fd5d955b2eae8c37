import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DraftSchema } from '../../api/model/draft.ts';
import type { TextBase } from '../../api/model/saveDecision.ts';
import { isRecord } from '../../base/json.ts';
import { t } from '../platform/localize.ts';
import type { Memory, StoredValue, ValueShape } from '../platform/memory.ts';

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

const documentBases: ValueShape<z.infer<typeof BasesSchema>> = {
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
  #entries: z.infer<typeof BasesSchema>;

  constructor(memory: Memory) {
    this.#stored = memory.of(documentBases);
    this.#entries = this.#stored.get();
  }

  get(uri: vscode.Uri): RememberedBase | undefined {
    const found = this.#entries.find(entry => entry.uri === uri.toString());
    if (found === undefined) return undefined;
    const { origin, stored, text = stored, mtime, version } = found;
    return { base: { origin, stored, text }, mtime, version };
  }

  set(uri: vscode.Uri, { base: { origin, stored, text }, mtime, version }: RememberedBase): void {
    const differing = text === stored ? {} : { text };
    const entry = { uri: uri.toString(), origin, stored, ...differing, mtime, version };
    this.#store([...this.#without(uri), entry].slice(-keptAtMost));
  }

  delete(uri: vscode.Uri): void {
    const others = this.#without(uri);
    if (others.length < this.#entries.length) this.#store(others);
  }

  #without(uri: vscode.Uri): z.infer<typeof BasesSchema> {
    return this.#entries.filter(entry => entry.uri !== uri.toString());
  }

  #store(entries: z.infer<typeof BasesSchema>): void {
    this.#entries = entries;
    void this.#stored.set(entries);
  }
}
