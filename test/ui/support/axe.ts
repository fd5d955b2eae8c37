import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FrameLocator } from 'playwright-core';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** The violations that axe-core finds in one of our pages, whatever their impact, one line each. */
export async function axeFindings(page: FrameLocator): Promise<string[]> {
  const body = await page.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error('the page is not there');
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await frame.evaluate(source);
  // Off by default: what users see of a control must be in its name, so that they can say it to a voice control.
  const rules = '{ "label-content-name-mismatch": { enabled: true } }';
  const result = await frame.evaluate<AxeResult>(
    `axe.run(document, { resultTypes: ["violations"], rules: ${rules} })`,
  );
  return result.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(node => `${id} (${impact}): ${node.html} ${node.failureSummary}`),
  );
}
