/** Why the status of a job is needed, most important first. */
const interestKinds = ['followed', 'watched', 'selected', 'open', 'expanded', 'visible', 'active'] as const;
export type InterestKind = (typeof interestKinds)[number];

/** What the user can see of this window. */
export interface Attention {
  readonly isViewVisible: boolean;
  readonly isWindowFocused: boolean;
}

interface Interest {
  readonly kind: InterestKind;
  readonly ids: readonly number[];
}

/** Tracks which jobs are visible or waited for, and why. */
export class InterestList {
  readonly #sources = new Map<string, Interest>();
  #attention: Attention = { isViewVisible: false, isWindowFocused: false };
  #wanted: ReadonlyMap<number, InterestKind> | undefined;

  /** Replaces the jobs of this source; an empty list ends its interest. */
  set(source: string, kind: InterestKind, ids: readonly number[]): void {
    if (ids.length === 0) this.#sources.delete(source);
    else this.#sources.set(source, { kind, ids });
    this.#wanted = undefined;
  }

  /** Drops deleted jobs from all sources. */
  forget(gone: ReadonlySet<number>): void {
    for (const [source, { kind, ids }] of this.#sources) {
      const left = ids.filter(id => !gone.has(id));
      if (left.length < ids.length) this.set(source, kind, left);
    }
  }

  setAttention(attention: Attention): void {
    this.#attention = attention;
    this.#wanted = undefined;
  }

  /** Whether the user can see the job list. */
  get isInView(): boolean {
    return this.#attention.isViewVisible && this.#attention.isWindowFocused;
  }

  /** The jobs that are needed, each with its most important reason. */
  get wanted(): ReadonlyMap<number, InterestKind> {
    this.#wanted ??= this.#collect();
    return this.#wanted;
  }

  /** The jobs of all sources, including hidden views. */
  get all(): ReadonlySet<number> {
    return new Set([...this.#sources.values()].flatMap(({ ids }) => ids));
  }

  #collect(): Map<number, InterestKind> {
    const wanted = new Map<number, InterestKind>();
    for (const kind of interestKinds) {
      if (!this.#counts(kind)) continue;
      for (const interest of this.#sources.values()) {
        if (interest.kind !== kind) continue;
        for (const id of interest.ids) if (!wanted.has(id)) wanted.set(id, kind);
      }
    }
    return wanted;
  }

  /** Visible jobs count only while the view is visible; jobs that are waited for always count. */
  #counts(kind: InterestKind): boolean {
    if (kind === 'followed' || kind === 'watched') return true;
    return kind === 'open' ? this.#attention.isWindowFocused : this.isInView;
  }
}
