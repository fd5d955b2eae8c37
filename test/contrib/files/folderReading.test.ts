import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import {
  filesIn,
  linkIn,
  readListedText,
  readText,
} from '../../../src/contrib/files/common/folderReading.ts';

const endings = ['.job.jsonc', '.job.json'];

describe('a folder of files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'device-automation-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (path: string) => readText(folder, path, englishLocalizer);
  const bad = (path: string, text: string, severity = 'error') => ({
    path,
    line: 1,
    column: 1,
    length: 0,
    severity,
    text,
  });
  const write = (path: string, text: string | Buffer = '{}') => writeFileSync(join(folder, path), text);
  const list = async (path: string) => filesIn(folder, path, endings, englishLocalizer);

  it('warns about other files that look like jobs, and about folders, by name, but not about hidden ones', async () => {
    for (const name of ['jobs', 'jobs/x', 'jobs/B', 'jobs/.git']) mkdirSync(join(folder, name));
    for (const name of ['c.json', 'A.JSONC', 'g.job.yaml', '.d.json', 'e.jsonx', 'f.json.txt'])
      write(`jobs/${name}`);
    const file = 'This file is skipped, because its name does not end in .job.jsonc or .job.json.';
    const other = 'This folder is skipped: only files directly in “jobs” are read.';
    assert.deepEqual(await list('jobs'), {
      paths: [],
      problems: [],
      leftOut: [
        bad('jobs/A.JSONC', file, 'warning'),
        bad('jobs/B', other, 'warning'),
        bad('jobs/c.json', file, 'warning'),
        bad('jobs/g.job.yaml', file, 'warning'),
        bad('jobs/x', other, 'warning'),
      ],
    });
  });

  it('is empty when it does not exist', async () => {
    assert.deepEqual(await list('jobs'), { paths: [], problems: [], leftOut: [] });
    assert.deepEqual(read('jobs/a.job.json'), { kind: 'missing' });
    assert.deepEqual(readListedText(folder, 'a.job.json', englishLocalizer), {
      kind: 'bad',
      problem: bad('a.job.json', 'The file was deleted.'),
    });
  });

  it('may contain texts of any length in UTF-8', () => {
    for (const text of [
      '',
      'é😀\ufffd',
      'x'.repeat(64 * 1024 - 1),
      'x'.repeat(64 * 1024),
      'y'.repeat(200_000),
    ]) {
      write('a.json', text);
      assert.deepEqual(read('a.json'), { kind: 'text', text });
    }
    write('a.json', Buffer.from([0x22, 0xe9, 0x22]));
    assert.deepEqual(read('a.json'), { kind: 'bad', problem: bad('a.json', 'The file is not UTF-8.') });
  });

  it('may contain texts of 4 MiB at most', () => {
    const limit = 4 * 1024 * 1024;
    write('a.json');
    truncateSync(join(folder, 'a.json'), limit);
    const reading = read('a.json');
    assert.equal(reading.kind === 'text' ? reading.text.length : reading.kind, limit);
    truncateSync(join(folder, 'a.json'), limit + 1);
    assert.deepEqual(read('a.json'), {
      kind: 'bad',
      problem: bad('a.json', 'The file is larger than 4 MiB, so it is not read.'),
    });
  });

  it('cannot be left by a symbolic link on the path to a file', async () => {
    mkdirSync(join(folder, 'jobs/own'), { recursive: true });
    symlinkSync(folder, join(folder, 'jobs/out'));
    assert.equal(linkIn(folder, 'jobs/own/a.job.json'), undefined);
    assert.equal(linkIn(folder, 'jobs/out/jobs/a.job.json'), 'jobs/out');
    const text = 'This is a symbolic link; symbolic links are not followed.';
    assert.deepEqual(read('jobs/out/a.json'), { kind: 'bad', problem: bad('jobs/out', text) });
    assert.deepEqual(await list('jobs/out'), { paths: [], problems: [bad('jobs/out', text)], leftOut: [] });
  });
});
