import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { repositoryRoot } from '../../../scripts/paths.ts';
import { ariaText } from '../../support/ariaText.ts';
import { until } from './until.ts';

/**
 * Compares what a screen reader finds in a page with a file, which a person has read. `ARIA_UPDATE=1` writes the
 * file, to be read again.
 */
export async function assertAria(root: Locator, name: string): Promise<void> {
  const file = join(repositoryRoot, 'test/fixtures/aria', `${name}.aria.yml`);
  const read = async () => ariaText(await root.ariaSnapshot());
  if (process.env['ARIA_UPDATE'] === '1') await writeFile(file, await read());
  const expected = await readFile(file, 'utf8');
  // What arrives last, such as the status of a job, may still be on its way.
  const text = await until(read, found => found === expected).catch(read);
  assert.equal(text, expected, `${file} (ARIA_UPDATE=1 writes it)`);
}
