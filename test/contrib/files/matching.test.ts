import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ObjectKind } from '../../../src/api/fields/objectFields.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { matchFiles } from '../../../src/contrib/files/common/fileMatches.ts';
import { newManifest, rulesOf } from '../../../src/contrib/files/common/manifest.ts';
import type { ObjectFile } from '../../../src/contrib/files/common/objectFiles.ts';
import type { ServerObject } from '../../../src/contrib/files/common/serverState.ts';

const file = (name: string, more: Partial<ObjectFile> = {}): ObjectFile => ({
  kind: 'job',
  path: 'jobs/file.job.jsonc',
  name,
  key: undefined,
  previousName: undefined,
  text: '',
  ...more,
  draft: { name, ...more.draft },
});

const object = (id: number, name: string, draft: Record<string, unknown> = {}): ServerObject => ({
  kind: 'job',
  id,
  name,
  dn: '',
  devices: [],
  extra: {},
  draft: { name, policies: [id], ...draft },
});

const groupFile = (name: string, dn: unknown, more: Partial<ObjectFile> = {}) =>
  file(name, { kind: 'group', path: 'groups/file.group.jsonc', ...more, draft: { dn, ...more.draft } });
const group = (id: number, name: string, dn: string): ServerObject => ({
  ...object(id, name),
  kind: 'group',
  dn,
  draft: { name, dn, server_set: [] },
});

interface Given {
  readonly kind?: ObjectKind;
  readonly hasKeys?: boolean;
  readonly excludeFields?: readonly string[];
}

function matched(
  files: readonly ObjectFile[],
  objects: readonly ServerObject[],
  { kind = 'job', hasKeys = true, excludeFields = [] }: Given = {},
) {
  const rules = {
    ...rulesOf(newManifest({ name: 'Plant', url: 'https://plant.example' }), kind),
    excludeFields,
  };
  return atOnce(
    matchFiles({ files: files.map(each => ({ file: each, draft: each.draft })), objects, rules, hasKeys }),
  );
}

/** "Name=1" for each match, with "*" for a rename, "Name?1,2" for an ambiguous one, and what is left. */
function found(...given: Parameters<typeof matched>): readonly string[] {
  const { byFile, ambiguous, onlyOnServer } = matched(...given);
  return [
    ...[...byFile].map(([{ name }, match]) => `${name}=${match.object.id}${match.isRename ? '*' : ''}`),
    ...[...ambiguous].map(([{ name }, objects]) => `${name}?${objects.map(({ id }) => id).join()}`),
    ...onlyOnServer.map(({ id }) => `left ${id}`),
  ];
}

describe('the object of a file', () => {
  it('is the one with its key, whatever else shares the file’s name', () => {
    const files = [file('Backup', { key: 2 }), file('Scan')];
    const objects = [object(1, 'Backup'), object(2, 'Backup'), object(3, 'Scan')];
    assert.deepEqual(found(files, objects), ['Backup=2', 'Scan=3', 'left 1']);
  });

  it('is not another one that has its key now', () => {
    const objects = [object(2, 'Other')];
    const { reusedKeys, onlyOnServer } = matched([file('Backup', { key: 2 })], objects);
    assert.deepEqual([[...reusedKeys.values()], onlyOnServer], [objects, objects]);
  });

  it('is the one with its key if it has the previous name, the name of the file, or the content', () => {
    for (const more of [
      { previousName: 'Other' },
      { path: 'jobs/other.job.jsonc' },
      { path: 'jobs/other-1a2b3c.job.jsonc' },
      { draft: { policies: [2] } },
    ])
      assert.deepEqual(found([file('Backup', { key: 2, ...more })], [object(2, 'Other')]), ['Backup=2*']);
  });

  it('is not the one with its key on another server', () => {
    const files = [file('Backup', { key: 2 })];
    const objects = [object(1, 'Backup'), object(2, 'Other')];
    assert.deepEqual(found(files, objects, { hasKeys: false }), ['Backup=1', 'left 2']);
  });

  it('is the one with its distinguished name rather than its name', () => {
    const objects = [group(1, 'Office', 'CN=1'), group(2, 'Lab', 'CN=2')];
    const given = { kind: 'group' } as const;
    assert.deepEqual(found([groupFile('Office', ' CN=2 ')], objects, given), ['Office=2*', 'left 1']);
    for (const dn of ['', ' ', undefined, 5])
      assert.deepEqual(found([groupFile('Office', dn)], objects, given), ['Office=1', 'left 2']);
  });

  it('is the one with its previous name', () => {
    const files = [file('New', { previousName: ' Old ' })];
    assert.deepEqual(found(files, [object(1, 'Old '), object(2, 'Other')]), ['New=1*', 'left 2']);
  });

  it('is the one under whose name it was exported', () => {
    const files = [file('New', { path: 'jobs/nightly-update.job.jsonc' })];
    assert.deepEqual(found(files, [object(1, 'Other'), object(2, 'Nightly update')]), ['New=2*', 'left 1']);
  });

  it('is the one with equal content, if it has any', () => {
    const files = [file('New', { draft: { policies: [2] } })];
    assert.deepEqual(found(files, [object(1, 'Other'), object(2, 'Old')]), ['New=2*', 'left 1']);
    const empty = [groupFile('New', '')];
    assert.deepEqual(found(empty, [group(1, 'Old', '')], { kind: 'group' }), ['left 1']);
  });

  it('does not exist when several match its previous name, file name or content', () => {
    const twins = [object(1, 'Old', { policies: [7] }), object(2, 'Old', { policies: [7] })];
    for (const hint of [
      { previousName: 'Old' },
      { path: 'jobs/old.job.jsonc' },
      { draft: { policies: [7] } },
    ])
      assert.deepEqual(found([file('New', hint)], twins), ['left 1', 'left 2']);
    const files = [file('A', { previousName: 'Old' }), file('B', { previousName: 'Old' })];
    assert.deepEqual(found(files, [object(1, 'Old')]), ['left 1']);
  });
});

describe('several objects with the same name', () => {
  const twins = [1, 2, 3].map(id => object(id, 'Backup'));
  const twin = (...policies: number[]) => file('Backup', { draft: { policies } });

  it('belong to the files of equal content', () => {
    const files = [twin(3), twin(1)];
    assert.deepEqual(found(files, twins), ['Backup=3', 'Backup=1', 'left 2']);
  });

  it('leave the last file to the last object once the equal ones are matched', () => {
    assert.deepEqual(found([twin(1), twin(9)], twins.slice(0, 2)), ['Backup=1', 'Backup=2']);
  });

  it('are ambiguous for a file that equals none of them, or for several such files', () => {
    assert.deepEqual(found([twin(9)], twins), ['Backup?1,2,3', 'left 1', 'left 2', 'left 3']);
    assert.deepEqual(found([twin(1), twin(8), twin(9)], twins.slice(0, 2)), [
      'Backup=1',
      'Backup?1,2',
      'Backup?1,2',
      'left 2',
    ]);
  });

  it('are not found by previous name or content once a file may refer to any of them', () => {
    const files = [file('Backup', { previousName: 'Backup', draft: { policies: [9] } })];
    assert.deepEqual(found(files, [...twins, object(9, 'Other')]), [
      'Backup?1,2,3',
      'left 1',
      'left 2',
      'left 3',
      'left 9',
    ]);
  });
});

describe('matches of any files and objects', () => {
  const name = fc.constantFrom('A', 'B', 'C', ' A');
  const policies = fc.subarray([1, 2, 3]);
  const objects = fc
    .array(fc.record({ name, policies }), { maxLength: 6 })
    .map(rows => rows.map((row, index) => object(index, row.name, { policies: row.policies })));
  const files = fc.array(
    fc
      .record({
        name,
        policies,
        key: fc.option(fc.nat(6), { nil: undefined }),
        previousName: fc.option(name, { nil: undefined }),
      })
      .map(({ policies: own, ...row }) => file(row.name, { ...row, draft: { policies: own } })),
    { maxLength: 6 },
  );

  it('give no object to two files, and lose none', () => {
    fc.assert(
      fc.property(files, objects, fc.boolean(), (given, all, hasKeys) => {
        const { byFile, ambiguous, onlyOnServer } = matched(given, all, { hasKeys });
        const claimed = [...byFile.values()].map(match => match.object);
        assert.deepEqual(new Set([...claimed, ...onlyOnServer]), new Set(all));
        assert.equal(claimed.length + onlyOnServer.length, all.length);
        for (const [each, candidates] of ambiguous) {
          assert.ok(!byFile.has(each));
          assert.ok(candidates.every(candidate => candidate.name.trim() === each.name.trim()));
        }
      }),
      { numRuns: 200 },
    );
  });
});
