import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../support/projectFiles.ts';

const read = (path: string) => readFileSync(join(projectDirectory, path), 'utf8');
const english = { file: 'README.md' };
const russian = { file: 'README.ru.md' };

/**
 * The elements that both READMEs have in the same order, whatever their language: headings, tables, lists, code and
 * links.
 */
function outlineOf(readme: string): string[] {
  return readme.split('\n').flatMap(line => {
    const [, level] = /^(#+) /.exec(line) ?? [];
    if (level !== undefined) return [level];
    const links = Array.from(line.matchAll(/\]\(((?!#)[^)]+)\)/g), ([, target = '']) => target);
    return links.map(target => target.replace(/-(?:en|ru)-/, '-').replace(/README(?:\.ru)?\.md/, 'README'));
  });
}

describe('the READMEs', () => {
  for (const readme of [english, russian]) {
    it(`${readme.file} links to files that exist`, () => {
      const targets = Array.from(read(readme.file).matchAll(/\]\(([^)#]+)\)/g), ([, target = '']) => target);
      assert.ok(targets.length > 10);
      assert.deepEqual(
        targets.filter(target => !existsSync(join(projectDirectory, target))),
        [],
      );
    });

    it(`${readme.file} links to headings that it has`, () => {
      const text = read(readme.file);
      const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
        heading.toLocaleLowerCase().replaceAll(' ', '-'),
      );
      for (const [, anchor = ''] of text.matchAll(/\]\(#([^)]+)\)/g))
        assert.ok(headings.includes(anchor), anchor);
    });
  }

  it('have the same headings and links in both languages', () => {
    assert.deepEqual(outlineOf(read(russian.file)), outlineOf(read(english.file)));
  });

  it('show pictures in their own language, in both themes', () => {
    for (const [file, language] of [
      [english.file, 'en'],
      [russian.file, 'ru'],
    ] as const) {
      const pictures = Array.from(read(file).matchAll(/screenshots\/\w+-(\w+)-(\w+)\.png/g));
      assert.deepEqual(new Set(pictures.map(([, of]) => of)), new Set([language]));
      assert.deepEqual(new Set(pictures.map(([, , theme]) => theme)), new Set(['light', 'dark']));
    }
  });
});
