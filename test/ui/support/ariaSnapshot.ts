import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { repositoryRoot } from '../../../scripts/paths.ts';
import { ariaText } from '../../support/ariaText.ts';
import { until } from './until.ts';

/**
 * Compares the accessibility tree of a page with a reviewed file. `ARIA_UPDATE=1` rewrites the file, which then needs
 * another review.
 */
export async function assertAria(root: Locator, name: string): Promise<void> {
  const file = join(repositoryRoot, 'test/fixtures/aria', `${name}.aria.yml`);
  const read = async () => ariaText(await root.ariaSnapshot());
  if (process.env['ARIA_UPDATE'] === '1') await writeFile(file, await read());
  const expected = await readFile(file, 'utf8');
  // Some content, such as the status of a job, may still be loading.
  const text = await until(read, found => found === expected).catch(read);
  assert.equal(text, expected, `${file} (ARIA_UPDATE=1 writes it)`);
}
