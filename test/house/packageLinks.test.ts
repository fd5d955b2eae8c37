import assert from 'node:assert/strict';
import { brokenLinks } from '../../scripts/packageLinks.ts';

/** The broken links of a page that is packaged next to `media/a.webp` and `Other.md`. */
function brokenIn(page: string): string[] {
  const others = ['extension/media/a.webp', 'extension/Other.md', 'extension/package.json'];
  const files = [['extension/readme.md', page], ...others.map(name => [name, ''])];
  return brokenLinks(new Map(files.map(([name = '', text]) => [name, Buffer.from(text ?? '')])));
}

describe('the links of a page in the package', () => {
  it('may lead to files of the package, headings and other sites', () => {
    const links = [
      'Other.md',
      './Other.md#heading',
      '#heading',
      'https://example.com',
      'data:image/webp;base64,AA==',
    ];
    assert.deepEqual(brokenIn(links.map(link => `[a](${link})`).join(' ')), []);
    assert.deepEqual(brokenIn('![a picture](media/a.webp "title") <img src="media/a.webp">'), []);
  });

  it('are reported if their file is not in the package or is spelled in another case', () => {
    for (const link of ['docs/design.md', 'other.md', 'media/b.webp', '../Other.md'])
      assert.deepEqual(brokenIn(`![a](${link})`), [
        `extension/readme.md links to ${link}, which is not in the package`,
      ]);
    assert.equal(brokenIn('<img src="media/b.webp">').length, 1);
    assert.equal(brokenIn('[a]: docs/a.md').length, 1);
  });

  it('are not those in code', () => {
    assert.deepEqual(brokenIn('`[a](docs/a.md)`\n\n```md\n[a](docs/a.md)\n```\n'), []);
  });
});
