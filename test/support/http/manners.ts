import type { Suite } from 'mocha';
import type { Manner } from '../../demo/options.ts';

const manners: readonly Manner[] = ['plain', 'django'];

/** Declares the suite once for each `Manner` of the demo server. */
export function describeForManners(title: string, suite: (this: Suite, manner: Manner) => void): void {
  for (const manner of manners) {
    describe(`${title}, on a ${manner} server`, function () {
      suite.call(this, manner);
    });
  }
}
