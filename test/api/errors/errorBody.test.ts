import assert from 'node:assert/strict';
import type { FieldError } from '../../../src/api/errors/apiError.ts';
import { readErrorBody } from '../../../src/api/errors/errorBody.ts';

/** The message about the whole, and each field with its message. */
function read(body: unknown): readonly [detail: string, ...fields: (readonly [string, string])[]] {
  const { detail, fieldErrors } = readErrorBody(JSON.stringify(body), text => text);
  const placed = ({ path, message }: FieldError) => [path.join('.'), message] as const;
  return [detail, ...fieldErrors.map(placed)];
}

describe('the body of an error response', () => {
  const blank = ['name', 'May not be blank.'] as const;
  const bodies: Readonly<Record<string, readonly [body: unknown, ...expected: ReturnType<typeof read>]>> = {
    'the REST framework': [
      { name: ['May not be blank.'], non_field_errors: ['No work.'] },
      'No work.',
      blank,
    ],
    'the REST framework, nested': [
      { peers: [{}, { hostname: ['Unknown.'] }], detail: 'No work.' },
      'No work.',
      ['peers.1.hostname', 'Unknown.'],
    ],
    'OAuth 2.0': [
      { error: 'invalid_token', error_description: 'It has expired.', error_uri: 'https://a.example/e' },
      'It has expired.',
    ],
    Jira: [{ errorMessages: ['No work.'], errors: { name: 'May not be blank.' } }, 'No work.', blank],
    'drf-standardized-errors': [
      {
        type: 'validation_error',
        errors: [
          { code: 'blank', detail: 'May not be blank.', attr: 'name' },
          { code: 'invalid', detail: 'Unknown.', attr: 'peers.1.hostname' },
          { code: 'invalid', detail: 'No work.', attr: 'non_field_errors' },
          { code: 'error', detail: 'Broken.', attr: null },
        ],
      },
      'No work. Broken.',
      blank,
      ['peers.1.hostname', 'Unknown.'],
    ],
    'RFC 9457': [
      { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not yours.', instance: '/job/1' },
      'Not yours.',
    ],
    'RFC 9457 without a detail': [{ type: 'about:blank', title: 'Forbidden', status: 403 }, 'Forbidden'],
    'RFC 9457 with pointers': [
      {
        title: 'Invalid',
        status: 422,
        errors: [
          { detail: 'May not be blank.', pointer: '#/name' },
          { detail: 'Unknown.', pointer: '#/peers/1/hostname' },
        ],
      },
      'Invalid',
      blank,
      ['peers.1.hostname', 'Unknown.'],
    ],
    'RFC 7807 with invalid-params': [
      { title: 'Invalid', 'invalid-params': [{ name: 'name', reason: 'May not be blank.' }] },
      'Invalid',
      blank,
    ],
    'ASP.NET': [
      { type: 'x', title: 'Invalid', status: 400, errors: { name: ['May not be blank.'] }, traceId: '00-1' },
      'Invalid',
      blank,
    ],
    'JSON:API': [
      {
        errors: [
          {
            status: '422',
            code: 'blank',
            title: 'Invalid',
            detail: 'May not be blank.',
            source: { pointer: '/data/attributes/name' },
          },
          { status: '422', title: 'No work.' },
        ],
      },
      'No work.',
      blank,
    ],
    FastAPI: [
      {
        detail: [
          { type: 'missing', loc: ['body', 'name'], msg: 'May not be blank.', input: {} },
          { type: 'int', loc: ['body', 'groups', 0], msg: 'No number.' },
        ],
      },
      '',
      blank,
      ['groups.0', 'No number.'],
    ],
    Spring: [
      { timestamp: '2026-01-01', status: 400, error: 'Bad Request', message: 'No work.', path: '/job/' },
      'No work.',
    ],
    'Spring without a message': [
      { timestamp: 1, status: 400, error: 'Bad Request', path: '/job/' },
      'Bad Request',
    ],
    'Spring with bindings': [
      {
        status: 400,
        error: 'Bad Request',
        message: 'Invalid',
        errors: [
          { field: 'name', objectName: 'job', defaultMessage: 'May not be blank.', codes: ['NotBlank'] },
        ],
      },
      'Invalid',
      blank,
    ],
    'an object in “error”': [
      {
        error: { code: 400, message: 'Invalid', details: [{ field: 'name', message: 'May not be blank.' }] },
      },
      'Invalid',
      blank,
    ],
  };
  for (const [style, [body, ...expected]] of Object.entries(bodies))
    it(`in the style of ${style} becomes a message, and one for each field`, () =>
      assert.deepEqual(read(body), expected));

  it('keeps a field of the API that has the name of something that other bodies say of an error', () =>
    assert.deepEqual(read({ status: ['Unknown.'], path: ['Too long.'] }), [
      '',
      ['status', 'Unknown.'],
      ['path', 'Too long.'],
    ]));

  it('tells a token that did not arrive from one that is not valid', () => {
    const lacks = (detail: string) => readErrorBody(JSON.stringify({ detail }), text => text).lacksToken;
    const lost = [
      'Authentication credentials were not provided.',
      'Учетные данные не были предоставлены.',
      'Missing Authorization header',
    ];
    assert.deepEqual([...lost, 'Invalid token.', 'Недопустимый токен.'].map(lacks), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
