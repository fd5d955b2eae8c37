import assert from 'node:assert/strict';
import { contentProblems } from '../../../scripts/package.ts';

const GOOD = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/package.nls.ru.json',
  'extension/readme.md',
  'extension/changelog.md',
  'extension/LICENSE.txt',
  'extension/dist/extension.cjs',
  'extension/dist/web/jobForm.js',
  'extension/l10n/bundle.l10n.ru.json',
  'extension/media/icon.svg',
];

describe('the content of a package', () => {
  it('is what a person needs', () => {
    assert.deepEqual(contentProblems(GOOD), []);
  });

  for (const file of [
    'extension/src/extension.ts',
    'extension/scripts/test.mjs',
    'extension/CONTRIBUTING.md',
    'extension/.vscode/launch.json',
    'extension/.github/workflows/test.yml',
    'extension/node_modules/zod/index.js',
    'extension/dist/extension.cjs.map',
    'extension/dist/metafile.json',
    'extension/dist/cli.cjs',
    'extension/tsconfig.json',
    'extension/.vscode-test/demo/data',
    'extension/l10n/notes.md',
  ]) {
    it(`is not ${file}`, () => {
      assert.deepEqual(contentProblems([...GOOD, file]), [`should not be in the package: ${file}`]);
    });
  }

  it('is not without the program', () => {
    const without = GOOD.filter(file => file !== 'extension/dist/extension.cjs');
    assert.deepEqual(contentProblems(without), ['is missing in the package: extension/dist/extension.cjs']);
  });
});
