import assert from 'node:assert/strict';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { withParts } from '../../../support/vscode/withParts.ts';

const { localizer } = await import('../../../../src/workbench/platform/localize.ts');
const { pageHtml, pageOptions } = await import('../../../../src/workbench/platform/pages/pageHtml.ts');

const { DOMParser } = new JSDOM().window;
const files = { style: 'body { color: red }', script: 'const shown = 1 < 2;' };
const pageOf = (first: readonly object[]) =>
  new DOMParser().parseFromString(pageHtml('p1', files, first), 'text/html');
const insideOf = (page: Document): unknown => JSON.parse(page.getElementById('first')?.textContent ?? '');

const breaking = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '-->',
  ']]></body></html>',
  '\u2028\u2029',
  '&lt;&amp;',
  '"\\"\'',
];

describe('the HTML of a page', () => {
  it('embeds its first messages, whatever they contain', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...breaking), fc.string({ unit: 'binary' }))), texts => {
        const first = [{ type: 'setup', text: texts.join(''), texts }];
        const page = pageOf(first);
        assert.deepEqual(insideOf(page), first);
        assert.deepEqual(
          [...page.body.children].map(({ tagName }) => tagName),
          ['MAIN', 'SCRIPT', 'SCRIPT'],
        );
        assert.equal(page.scripts[1]?.textContent, files.script);
      }),
      { seed: 14, numRuns: 50 },
    ));

  it('requests nothing, and allows only its own scripts and styles', () => {
    const page = pageOf([]);
    const nonce = page.scripts[1]?.nonce ?? '';
    assert.match(nonce, /^[0-9a-f]{32}$/);
    assert.equal(
      page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content'),
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src data:`,
    );
    assert.deepEqual([...page.querySelectorAll('[src], [href], [style]')], []);
    assert.deepEqual(
      [...page.querySelectorAll('script, style')].map(element => element.getAttribute('nonce')),
      [nonce, nonce, nonce],
    );
    assert.deepEqual(pageOptions.localResourceRoots, []);
    assert.equal(pageOf([]).scripts[1]?.nonce === nonce, false);
  });

  it('has the language of VS Code, which cannot inject anything else', async () => {
    await withParts(localizer, { language: 'pt-br"><script>' }, async () => {
      assert.equal(pageOf([]).documentElement.lang, 'pt-brscript');
    });
    assert.equal(pageOf([]).documentElement.lang, 'en');
  });
});
