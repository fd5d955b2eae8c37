import assert from 'node:assert/strict';
import type { ListEnvelope } from '../../../src/api/resources/listEnvelope.ts';
import { readEnvelope } from '../../../src/api/resources/listEnvelope.ts';

const rows = [{ id: 1 }, { id: 2 }];
const next = 'http://h/automation/api/job/?page=2';
const whole = { rows, total: 3, next, isCut: false };

function read(value: unknown, headers: Readonly<Record<string, string>> = {}): ListEnvelope {
  return readEnvelope(value, name => headers[name]);
}

describe('a list response', () => {
  const styles: Readonly<Record<string, readonly [body: unknown, headers?: Record<string, string>]>> = {
    'the REST framework’s default': [{ count: 3, next, previous: null, results: rows }],
    'the REST framework’s guide': [{ links: { next, previous: null }, count: 3, results: rows }],
    'JSON:API': [{ data: rows, links: { self: '/', next }, meta: { total: 3 } }],
    'JSON:API with link objects': [{ data: rows, links: { next: { href: next } }, meta: { count: 3 } }],
    'JSON:API of the REST framework': [
      { data: rows, links: { next }, meta: { pagination: { count: 3, page: 1 } } },
    ],
    HAL: [{ _embedded: { jobs: rows }, _links: { next: { href: next } }, page: { totalElements: 3 } }],
    Spring: [
      {
        content: rows,
        links: [
          { rel: 'self', href: '/' },
          { rel: 'next', href: next },
        ],
        totalElements: 3,
      },
    ],
    Laravel: [{ data: rows, next_page_url: next, links: [{ url: null, label: '1' }], total: 3 }],
    Fractal: [{ data: rows, meta: { pagination: { total: 3, count: 2, links: { next } } } }],
    Tastypie: [{ meta: { limit: 2, next, total_count: 3 }, objects: rows }],
    OData: [{ '@odata.count': 3, '@odata.nextLink': next, value: rows }],
    'a link in the pagination': [{ items: rows, pagination: { next_url: next, total: '3' } }],
    'an envelope in an envelope': [{ success: true, data: { results: rows, count: 3, next } }],
    'a Link header beside a bare array': [
      rows,
      {
        link: `<${next}&a=1,2>; title="a, b"; rel="last", <${next}>; rel="prefetch NEXT"`,
        'x-total-count': '3',
      },
    ],
    'a Link header with a bare parameter': [
      rows,
      { link: `<${next}>;rel=next`, 'content-range': 'jobs 0-1/3' },
    ],
  };
  for (const [style, [body, headers]] of Object.entries(styles))
    it(`in the style of ${style} has rows, count and link`, () =>
      assert.deepEqual(read(body, headers), whole));

  const cut: Readonly<Record<string, object>> = {
    'a page number': { next_page: 2 },
    'a page number as text': { meta: { next: '2' } },
    'a cursor': { next_cursor: 'eyJpZCI6Mn0=' },
    'a sign that there are more': { pagination: { has_more: true } },
    'a slice of Spring that is not the last one': { number: 0, last: false },
    'a sign that it was cut': { truncated: true },
    'the number of pages': { page: 1, pages: 3 },
    'the number of pages in Laravel': { meta: { current_page: 1, last_page: 3 } },
    'the number of pages in Strapi': { meta: { pagination: { page: 1, pageCount: 2 } } },
  };
  for (const [sign, member] of Object.entries(cut))
    it(`with ${sign} but no link has further rows that cannot be read`, () => {
      const { next: link, isCut } = read({ results: rows, ...member });
      assert.deepEqual([link, isCut], [undefined, true]);
    });

  it('without a further page ends', () => {
    for (const end of [null, '', undefined, { href: null }])
      assert.deepEqual(read({ count: 2, next: end, results: rows }), {
        rows,
        total: 2,
        next: undefined,
        isCut: false,
      });
    for (const last of [
      { has_more: false, next_cursor: '' },
      { number: 2, last: true },
      { page: 3, pages: 3 },
      { page: 1, pages: 1 },
      // Pages that are counted from 0 and linked.
      { next: null, page: 1, pages: 2 },
    ])
      assert.equal(read({ results: rows, ...last }).isCut, false, JSON.stringify(last));
  });

  it('with a link that is neither a text nor an object with one is an error', () =>
    assert.equal(read({ results: rows, next: true }).next, null));

  it('with no list, or with several that may be the rows, has no rows', () => {
    for (const body of [{}, { count: 3 }, 'text', null, { data: {} }, { jobs: rows, items: rows }])
      assert.equal(read(body).rows, undefined);
  });

  it('is read at once however deep it is nested', () => {
    const deep: unknown = JSON.parse(`${'{"data":'.repeat(50_000)}[]${'}'.repeat(50_000)}`);
    assert.equal(read(deep).rows, undefined);
  });

  it('ignores counts that are no numbers of rows', () => {
    for (const count of [-1, 1.5, '3 of 4', null, { value: 3 }, 2 ** 60])
      assert.equal(read({ count, results: rows }).total, undefined);
  });
});
