import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { newPaths, stemOf } from '../../../src/contrib/files/common/fileNames.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

const named = (names: readonly string[]) =>
  names.map((name, index) => ({ name, identity: `name:${name} #${index}` }));
const pathsOf = (names: readonly string[], taken: readonly string[] = []) =>
  newPaths('job', 'jobs', named(names), taken);

describe('names of files', () => {
  it('are those of the objects, in letters that every system allows', () => {
    assert.deepEqual(
      ['Nightly update', 'a/b\\c:d*', 'Ночное обновление', '..', 'CON', 'com²', 'con.fig'].map(name =>
        stemOf('job', name),
      ),
      ['nightly-update', 'a-b-c-d', 'ночное-обновление', 'job', 'con-job', 'com²-job', 'con-fig'],
    );
  });

  it('differ even on systems that do not distinguish case or Unicode forms', () => {
    const [first = '', second = '', third] = pathsOf(['Café', 'CAFE\u0301', 'Other']);
    assert.match(first, /^jobs\/café-[0-9a-z]{4}\.job\.jsonc$/);
    assert.match(second, /^jobs\/café-[0-9a-z]{4}\.job\.jsonc$/);
    assert.notEqual(first, second);
    assert.equal(third, 'jobs/other.job.jsonc');
    for (const path of pathsOf(['Straße', 'STRASSE']))
      assert.match(path, /^jobs\/stra(ß|ss)e-[0-9a-z]{4}\.job/);
  });

  it('are safe and unique for any names, and do not depend on their order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: anyCharacter, maxLength: 40 }), { maxLength: 12 }),
        names => {
          const paths = pathsOf(names);
          assert.equal(new Set(paths.map(path => path.normalize('NFKD').toLowerCase())).size, names.length);
          for (const path of paths) {
            assert.match(path, /^jobs\/[^/\\:*?"<>|\p{Cc}. ]+\.job\.jsonc$/u);
            assert.ok(Buffer.byteLength(path) < 200);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('do not collide with existing files', () => {
    const [path = ''] = pathsOf(['Backup'], ['jobs/BACKUP.job.jsonc']);
    assert.match(path, /^jobs\/backup-[0-9a-z]{4}\.job\.jsonc$/);
    const [third = ''] = pathsOf(['Backup'], ['jobs/backup.job.jsonc', path.toUpperCase()]);
    assert.match(third, /^jobs\/backup-[0-9a-z]{4}\.job\.jsonc$/);
    const [fourth = ''] = pathsOf(['Backup'], ['jobs/backup.job.jsonc', path, third]);
    assert.equal(new Set([path, third, fourth]).size, 3);
    assert.deepEqual(pathsOf(['Backup'], ['jobs/other.job.jsonc']), ['jobs/backup.job.jsonc']);
  });
});
