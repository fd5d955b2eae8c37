import type { OptionName } from './optionTable.ts';

/** The options of the command line. */
export class ParsedOptions {
  readonly #values: ReadonlyMap<OptionName, readonly string[]>;

  constructor(values: ReadonlyMap<OptionName, readonly string[]>) {
    this.#values = values;
  }

  get names(): readonly OptionName[] {
    return [...this.#values.keys()];
  }

  has(name: OptionName): boolean {
    return this.#values.has(name);
  }

  /** The last of the given values. */
  value(name: OptionName): string | undefined {
    return this.values(name).at(-1);
  }

  values(name: OptionName): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}
