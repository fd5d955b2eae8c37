import type { Page } from 'playwright-core';
import type { Act } from './inPage/observeActs.ts';
import { pageProgram } from './inPage.ts';

/**
 * Counts what the user of a window does. One act is a click or a drag (each pressed mouse button), a key that is not
 * part of a text (a shortcut, an arrow, Escape, Enter on a choice), or a text, whether typed or pasted at once. The
 * Enter that ends a text is part of it.
 */
export class Acts {
  #count = 0;
  #last: Act | undefined;
  #log: string[] = [];

  readonly #page: Page;
  readonly #program: string;

  private constructor(page: Page, program: string) {
    this.#page = page;
    this.#program = program;
  }

  static async observe(page: Page): Promise<Acts> {
    const program = await pageProgram(['observeActs', 'observe']);
    const acts = new Acts(page, program);
    await page.context().exposeFunction('reportAct', (act: Act) => acts.#note(act));
    await page.addInitScript(program);
    await acts.observeFrames();
    return acts;
  }

  /** Call when a webview has appeared, before the user acts in it. */
  async observeFrames(): Promise<void> {
    for (const frame of this.#page.frames()) await frame.evaluate(this.#program);
  }

  /** Starts to count a task. */
  start(): void {
    this.#count = 0;
    this.#last = undefined;
    this.#log = [];
  }

  get count(): number {
    return this.#count;
  }

  /** The acts in their order, for the message of a failed test. */
  get log(): string {
    return this.#log.join(', ');
  }

  #note(act: Act): void {
    const isPart = this.#last === 'text' && (act === 'text' || act === 'enter');
    if (!isPart) {
      this.#count += 1;
      this.#log.push(act);
    }
    this.#last = act;
  }
}
