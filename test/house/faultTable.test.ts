import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { isTakeout } from '../support/projectFiles.ts';

const table = readFileSync('test/faults.md', 'utf8')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()));

/** `file`: title of a test in it; for a generated title, its fixed part. */
function references(cell: string): { readonly file: string; readonly title: string }[] {
  return cell.split(/; (?=`)/).map(reference => {
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(reference) ?? [];
    return { file: `test/${file}`, title };
  });
}

describe('the table of faults', () => {
  for (const [, number, fault, asserted = ''] of table) {
    it(`${number} ${fault}: its tests exist`, () => {
      for (const { file, title } of references(asserted)) {
        if (isTakeout && !existsSync(file)) continue;
        assert.ok(existsSync(file), `no ${file}`);
        assert.ok(title !== '' && readFileSync(file, 'utf8').includes(title), `${file}: no “${title}”`);
      }
    });
  }
});
