import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { ExplainedError } from '../../src/base/explainedError.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { resolveUserPath } from '../../src/base/userPath.ts';

const variable = (name: string) => `$${`{env:${name}}`}`;

describe('a path that a user wrote', () => {
  const environment = { HOME: '/home/me', PLACE: '/etc/keys', 'ProgramFiles(x86)': '/programs', EMPTY: '' };
  for (const [path, expected] of [
    ['~', '/home/me'],
    ['~/ca.pem', '/home/me/ca.pem'],
    [' ca.pem ', '/home/me/ca.pem'],
    [`${variable('PLACE')}/ca.pem`, '/etc/keys/ca.pem'],
    [`${variable('ProgramFiles(x86)')}/ca.pem`, '/programs/ca.pem'],
    // Whose home folder that is, only a shell knows.
    ['~other/ca.pem', '/home/me/~other/ca.pem'],
  ] as const)
    it(`${path} is ${expected}`, () => assert.equal(resolveUserPath(path, environment), resolve(expected)));

  it('belongs to the folder that the caller names', () =>
    assert.equal(resolveUserPath('ca.pem', environment, '/work'), join(resolve('/work'), 'ca.pem')));

  it('is an error with the name of a variable that is not set, or empty', () => {
    for (const name of ['MISSING', 'EMPTY'])
      assert.throws(
        () => resolveUserPath(`${variable(name)}/ca.pem`, environment),
        (error: unknown) =>
          error instanceof ExplainedError && error.explain(englishLocalizer).includes(`variable ${name},`),
      );
  });
});
