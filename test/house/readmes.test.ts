import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownPictures } from '../../scripts/release.ts';
import { isTakeout, projectDirectory } from '../support/projectFiles.ts';
import { readTexts } from './support/manifest.ts';

const read = (path: string) => readFileSync(join(projectDirectory, path), 'utf8');
const english = 'README.md';
const russian = 'README.ru.md';

/** The elements that both READMEs have in the same order, whatever their language. */
function outlineOf(readme: string): string[] {
  return readme.split('\n').flatMap(line => {
    const [element] = /^(?:#+ |```\w*|- |\d\. )/.exec(line) ?? [];
    const [, picture] = /^!\[[^\]]+\]\(([^)]+)\)/.exec(line) ?? [];
    return [element, picture?.replace(/-(?:en|ru)\./, '.')].filter(part => part !== undefined);
  });
}

describe('the READMEs', () => {
  it('have the same headings, lists and pictures in both languages', () => {
    assert.deepEqual(outlineOf(read(russian)), outlineOf(read(english)));
  });

  it('show three pictures each, in their own language', async () => {
    const pictures = await shownPictures(projectDirectory);
    for (const language of ['en', 'ru'])
      assert.equal(pictures.filter(path => path.includes(`-${language}.`)).length, 3);
    assert.equal(pictures.length, 6);
  });

  it('are two screens long', () => {
    for (const file of [english, russian]) assert.ok(read(file).split('\n').length <= 105, file);
  });

  for (const [file, texts] of [
    [english, readTexts('package.nls.json')],
    [russian, readTexts('package.nls.ru.json')],
  ] as const)
    (isTakeout ? it.skip : it)(`${file} names commands as the Command Palette does`, () => {
      const titles = new Set(Object.values(texts));
      const named = Array.from(
        read(file).matchAll(/\*\*Device Automation:\s([^*]+)\*\*/g),
        ([, title = '']) => title,
      );
      assert.ok(named.length > 3);
      assert.deepEqual(
        named.filter(title => !titles.has(title)),
        [],
      );
    });

  it('name the two commands that do everything on a fresh clone', () => {
    for (const file of [english, russian]) assert.match(read(file), /^npm start .*\nnpm test /m);
  });
});
