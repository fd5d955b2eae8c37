import assert from 'node:assert/strict';
import { readErrorBody, requestIdOf } from '../../../../src/api/errors/errorBody.ts';

const redact = (text: string) => text.replaceAll('secret', '***');
const read = (body: unknown) => readErrorBody(typeof body === 'string' ? body : JSON.stringify(body), redact);
const nested = (levels: number): unknown => (levels === 0 ? 'No.' : [nested(levels - 1)]);

describe('the body of an error response', () => {
  for (const [what, body, expected] of [
    ['nothing', ' \n', { detail: '', fieldErrors: [], form: 'none' }],
    ['text', ' Not\nnow, secret ', { detail: 'Not now, ***', fieldErrors: [], form: 'text' }],
    ['JSON text', '"No."', { detail: 'No.', fieldErrors: [], form: 'json' }],
    ['a number', '7', { detail: '7', fieldErrors: [], form: 'json' }],
    ['a message', { detail: 'No, secret' }, { detail: 'No, ***', fieldErrors: [], form: 'json' }],
    [
      'messages',
      { detail: ['No.', false, null], error: 'Never.' },
      { detail: 'No. false Never.', fieldErrors: [], form: 'json' },
    ],
    [
      'errors of fields',
      { detail: 'No.', name: ['Short.', 'Taken.'], retries: 3 },
      {
        detail: 'No.',
        fieldErrors: [
          { path: ['name'], message: 'Short.' },
          { path: ['name'], message: 'Taken.' },
          { path: ['retries'], message: '3' },
        ],
        form: 'json',
      },
    ],
    [
      'errors of items',
      { peers: [{}, { hostname: ['No.'], non_field_errors: 'Odd.' }, ['Gone.'], 'Few.'] },
      {
        detail: '',
        fieldErrors: [
          { path: ['peers', 1, 'hostname'], message: 'No.' },
          { path: ['peers', 1], message: 'Odd.' },
          { path: ['peers', 2], message: 'Gone.' },
          { path: ['peers'], message: 'Few.' },
        ],
        form: 'json',
      },
    ],
    [
      'a list of errors',
      [{ detail: 'No.' }, { name: 'Taken.' }],
      { detail: 'No.', fieldErrors: [{ path: ['name'], message: 'Taken.' }], form: 'json' },
    ],
    [
      'a page',
      ' <html><Title lang="en"> Gateway\n  of secret </title>',
      { detail: 'Gateway of ***', fieldErrors: [], form: 'html' },
    ],
    [
      'a page with a heading',
      '<!DOCTYPE html><h1 class="x">Stop</h1><p>here</p>',
      { detail: 'Stop', fieldErrors: [], form: 'html' },
    ],
    ['a page without words', '<?xml?><p>', { detail: '', fieldErrors: [], form: 'html' }],
    ['a comparison', 'a < b <p>', { detail: 'a < b <p>', fieldErrors: [], form: 'text' }],
  ] as const)
    it(`is read from ${what}`, () => assert.deepEqual(read(body), expected));

  it('is read up to a readable depth and number of errors', () => {
    assert.deepEqual(
      [12, 13].map(levels => read(nested(levels)).detail),
      ['No.', ''],
    );
    const fields = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`field${index}`, 'No.']));
    assert.equal(read(fields).fieldErrors.length, 100);
    assert.ok(read('x'.repeat(5_000)).detail.length <= 1_000);
    assert.equal(read(`<${' '.repeat(3)}p>`).form, 'text');
  });
});

describe('the ID of a request', () => {
  const idOf = (headers: Readonly<Record<string, string>>) => requestIdOf(name => headers[name], redact);

  it('is one short word, by any of the names of its header', () => {
    for (const name of ['x-request-id', 'x-correlation-id', 'request-id'])
      assert.equal(idOf({ [name]: 'a-1' }), 'a-1');
    assert.equal(idOf({ 'x-request-id': 'of-secret' }), 'of-***');
    for (const odd of ['a b', ' a', 'a ', '', 'x'.repeat(101)])
      assert.equal(idOf({ 'x-request-id': odd }), '');
    assert.equal(idOf({}), '');
  });
});
