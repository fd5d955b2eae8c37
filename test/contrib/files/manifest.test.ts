import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fingerprintOf } from '../../../src/api/model/serverFingerprint.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { atOnce } from '../../../src/base/steps.ts';
import { readShape } from '../../../src/contrib/files/common/fileText.ts';
import {
  ManifestSchema,
  managedOf,
  matchesAny,
  newManifest,
} from '../../../src/contrib/files/common/manifest.ts';

const manifest = (fields: object) => ManifestSchema.safeParse({ version: 1, server: 'Plant', ...fields });

describe('the manifest', () => {
  it('manages all objects except for fields that servers set, deletes nothing, and sends no unknown device', () => {
    const { jobs, groups, ...rest } = newManifest({ name: 'Plant', url: 'https://plant.example' });
    assert.deepEqual(rest, {
      version: 1,
      server: 'Plant',
      fingerprint: fingerprintOf('https://plant.example/'),
      prune: false,
      allowEmpty: false,
      allowUnknownDevices: false,
      labels: {},
    });
    assert.deepEqual([jobs.folder, jobs.include, jobs.exclude], ['jobs', ['*'], []]);
    assert.deepEqual(groups, { ...jobs, folder: 'groups' });
    for (const field of ['created_at', 'created', 'updated_by', 'modified', 'last_run', 'url', 'href'])
      assert.ok(matchesAny(jobs.excludeFields, field), field);
    for (const field of ['name', 'enabled', 'urls', 'at', 'blast_radius'])
      assert.ok(!matchesAny(jobs.excludeFields, field), field);
  });

  it('accepts only folders below its own', () => {
    for (const folder of ['jobs', 'a/b', '..a', 'a..', '.a', 'a/..b', 'a b/ü'])
      assert.ok(manifest({ jobs: { folder } }).success, folder);
    const outside = [
      '',
      '.',
      '..',
      './a',
      '../a',
      'a/..',
      'a/../b',
      'a/.',
      '/a',
      'a/',
      'a//b',
      'C:',
      'C:/a',
      'a\\b',
    ];
    for (const folder of outside) assert.ok(!manifest({ jobs: { folder } }).success, folder);
  });
});

describe('the names that a manifest manages', () => {
  it('match in all forms that look alike, even without any visible character', () => {
    const isExcluded = (pattern: string, name: string) =>
      atOnce(managedOf({ include: ['*'], exclude: [pattern] }, [{ name }])).length === 0;
    const decomposed = 'Cafe\u0301';
    for (const [pattern, name] of [
      ['Caf\u00e9*', `${decomposed} 1`],
      [`${decomposed}?`, 'Caf\u00e91'],
      ['Night run', 'Night\u00a0run'],
      ['a b', 'a\nb'],
      ['*', ''],
      ['', ''],
      ['', ' \u00a0'],
    ] as const)
      assert.ok(isExcluded(pattern, name), JSON.stringify([pattern, name]));
    assert.ok(!isExcluded('', 'a'));
  });

  it('match in the same way as a character-by-character search', () => {
    const fits = (pattern: readonly string[], text: readonly string[]): boolean => {
      const [first, ...rest] = pattern;
      if (first === undefined) return text.length === 0;
      if (first === '*') return fits(rest, text) || (text.length > 0 && fits(pattern, text.slice(1)));
      return text.length > 0 && (first === '?' || first === text[0]) && fits(rest, text.slice(1));
    };
    const letters = (...all: string[]) => fc.array(fc.constantFrom(...all), { maxLength: 6 });
    fc.assert(
      fc.property(
        letters('a', 'b', '*', '?', '.', '\\', ']'),
        letters('a', 'b', '.', '\\', ']'),
        (pattern, text) => {
          assert.equal(matchesAny([pattern.join('')], text.join('')), fits(pattern, text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('match long texts, with which a regular expression would take hours', () => {
    const texts = ['a'.repeat(160_000), 'aab'.repeat(50_000), 'x'.repeat(160_000)];
    const patterns = ['*a*a*a*ab', '*prod*x', `${'*a'.repeat(99)}b`, `*${'a'.repeat(198)}b`];
    for (const pattern of patterns)
      for (const text of texts) assert.ok(!matchesAny([pattern], `${text}c`), `${pattern} does not fit`);
    assert.ok(matchesAny(['?*'.repeat(100)], 'x'.repeat(160_000)));
  });

  it('are searched for in steps, so that no name of the server blocks other work', () => {
    const include = Array.from({ length: 20 }, (_, index) => `*${'a?'.repeat(9)}b*c${index}`);
    const name = `${'aab'.repeat(5_000)}${include.map((_, index) => `c${index}`).join('')}`;
    const steps = [...managedOf({ include, exclude: [] }, [{ name }])];
    assert.ok(steps.length >= include.length);
  });

  it('have at most 200 characters, and there are at most 200', () => {
    const parse = (exclude: readonly string[]) =>
      ManifestSchema.safeParse({ version: 1, server: 'Plant', jobs: { exclude } }).success;
    assert.ok(parse(['x'.repeat(200)]) && parse(Array.from({ length: 200 }, () => '*')));
    assert.ok(!parse(['x'.repeat(201)]) && !parse(Array.from({ length: 201 }, () => '*')));
  });
});

describe('a manifest with hundreds of thousands of wrong values', () => {
  const keys = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, value]));
  const many = Array.from({ length: 300_000 }, () => 7);
  const wrong: Readonly<Record<string, object>> = {
    'names of one list': { jobs: { include: many } },
    'the last name of one list': { jobs: { exclude: [...many.map(String), 7] } },
    'unknown fields': keys(300_000, 1),
    'labels of one server': { labels: { Plant: { policies: keys(300_000, '') } } },
    'servers in labels': { labels: keys(300_000, 1) },
    'labels of each server': { labels: keys(1_000, { policies: keys(300, '') }) },
  };

  for (const [where, fields] of Object.entries(wrong))
    it(`has a bounded list of problems: ${where}`, () => {
      const value = { version: 1, server: 'Plant', ...fields };
      const { problems } = readShape(ManifestSchema, value, englishLocalizer);
      assert.ok(problems.length > 0 && problems.length <= 101, String(problems.length));
    });
});
