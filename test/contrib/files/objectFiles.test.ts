import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ObjectKind } from '../../../src/api/fields/objectFields.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { objectFileSchemas, readObjectFile } from '../../../src/contrib/files/common/objectFiles.ts';

const read = (value: unknown, kind: ObjectKind = 'job') =>
  readObjectFile({ kind, path: 'a.jsonc', text: JSON.stringify(value, undefined, 2) }, englishLocalizer);
const problemsOf = (value: unknown, kind?: ObjectKind) =>
  read(value, kind).problems.map(({ line, severity, text }) => `${line} ${severity}: ${text}`);

describe('the file of an object', () => {
  it('contains its name, its fields, and the keys about the file itself', () => {
    const { file, problems } = read({
      $key: 7,
      $previousName: 'Old',
      $schema: 'x',
      name: 'New',
      policies: [1, 'A'],
    });
    const { text: _, ...rest } = file ?? assert.fail('it is read');
    assert.deepEqual(rest, {
      kind: 'job',
      path: 'a.jsonc',
      name: 'New',
      key: 7,
      previousName: 'Old',
      draft: { name: 'New', policies: [1, 'A'] },
    });
    assert.deepEqual(problems, []);
    const plain = read({ name: 'New' }, 'group').file;
    assert.deepEqual([plain?.kind, plain?.key, plain?.previousName], ['group', undefined, undefined]);
  });

  it('is rejected in words if very many of its values are wrong', () => {
    for (const field of ['policies', 'peers']) {
      const texts = problemsOf({ name: 'A', [field]: Array(200_000).fill(-1.5) });
      assert.ok(texts.length > 0 && texts.length <= 1_001, field);
      assert.match(texts.join('\n'), /error: (There are more problems|Expected)/, field);
    }
  });

  it('needs a name, unless a key or a DN identifies the object', () => {
    assert.deepEqual(problemsOf({ name: ' ', $key: 1 }), []);
    assert.deepEqual(problemsOf({ name: '', dn: 'CN=1' }, 'group'), []);
    assert.deepEqual(problemsOf({ name: ' ' }), ['2 error: A job needs a name.']);
    assert.deepEqual(problemsOf({ name: '' }, 'group'), ['2 error: A group needs a name.']);
    assert.equal(read({ name: '' }).file?.name, '');
  });

  it('has the same result on the fast and the slow path', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 2 }),
      fc.constantFrom<unknown>(true, null, -1, 0, 1.5, 2 ** 53, {}),
      fc.array(fc.constantFrom<unknown>('', 'a', -1, 0, 3, 1.5, true), { maxLength: 3 }),
    );
    const fields = {
      $key: value,
      $previousName: value,
      $schema: value,
      params: value,
      enabled: value,
      policies: value,
      peers: value,
      server_set: value,
      other: value,
    };
    fc.assert(
      fc.property(
        fc.record(fields, { requiredKeys: [] }),
        fc.constantFrom<ObjectKind>('job', 'group'),
        (record, kind) => {
          const whole = { name: 'A', ...record };
          const isRight = objectFileSchemas[kind].safeParse(whole).success;
          assert.equal(read(whole, kind).file !== undefined, isRight);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a file with more wrong values than anyone reads', () => {
  it('has some of them as problems, wherever they begin', () => {
    for (const right of [0, 100_000]) {
      const policies = [...Array(right).fill(1), ...Array(200_000).fill(1.5)];
      const text = JSON.stringify({ name: 'Nightly', policies });
      const { file, problems } = readObjectFile(
        { kind: 'job', path: 'jobs/a.job.json', text },
        englishLocalizer,
      );
      assert.equal(file, undefined);
      assert.ok(problems.length > 0 && problems.length <= 101, String(problems.length));
      assert.match(problems.at(-1)?.text ?? '', /may have more problems/);
    }
  });
});
