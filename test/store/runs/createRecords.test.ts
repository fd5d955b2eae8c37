import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateRecords } from '../../../src/store/runs/createRecords.ts';

describe('the records of documents that were sent', () => {
  const draft = { name: 'Mine', policies: [1] };
  const record = { name: 'Mine', draft };
  const failures: unknown[] = [];
  let folder = '';
  const open = () => new CreateRecords(folder, error => failures.push(error));
  const names = async () => (await readdir(folder)).filter(name => name.endsWith('.json'));

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'da-creates-')), 'creates');
    failures.length = 0;
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  it('are read as last written, by any window, until they are removed', async () => {
    const whole = { ...record, stored: { id: 7 }, origin: 'https://plant.example', target: 'job:7' };
    assert.equal(await open().read('new-1'), undefined);
    const records = open();
    await records.write('new-1', record);
    await records.write('new-2', record);
    await records.write('new-1', whole);
    assert.deepEqual(await open().read('new-1'), { version: 1, ...whole });
    assert.deepEqual(await open().read('new-2'), { version: 1, ...record });
    await records.forget('new-1');
    await records.forget('new-1');
    assert.deepEqual([await open().read('new-1'), (await names()).length], [undefined, 1]);
    assert.deepEqual(failures, []);
  });

  it('are readable only by their owner', async () => {
    await open().write('new-1', record);
    const [name = ''] = await readdir(folder);
    const modes = await Promise.all(
      [folder, join(folder, name)].map(async path => (await stat(path)).mode & 0o777),
    );
    assert.deepEqual(modes, [0o700, 0o600]);
    assert.match(name, /^[0-9a-f]{32}\.json$/);
  });

  it('show that something was sent even when they cannot be read', async () => {
    await open().write('new-1', record);
    const [name = ''] = await readdir(folder);
    const something = { name: '', draft: {} };
    await writeFile(join(folder, name), '{"version": 2}');
    assert.deepEqual([await open().read('new-1'), failures], [something, []]);
    await writeFile(join(folder, name), '{"version"');
    assert.deepEqual([await open().read('new-1'), failures.length], [something, 1]);
    await rm(join(folder, name));
    await mkdir(join(folder, name));
    assert.deepEqual([await open().read('new-1'), failures.length], [something, 2]);
    await open().forget('new-1');
    assert.equal(failures.length, 3);
  });

  it('prevent the request if they cannot be written', async () => {
    await writeFile(folder, 'a file in its place');
    await assert.rejects(open().write('new-1', record), { name: 'JournalError' });
  });

  it('are stored whatever the clock says, but only the newest of them', async () => {
    const records = open();
    await records.write('first', record);
    const [first = ''] = await names();
    // The clock of the file system, which may differ from ours.
    const nowSeconds = (await stat(join(folder, first))).mtimeMs / 1000;
    const place = async (name: string, ageDays: number) => {
      await writeFile(join(folder, name), '{}');
      await utimes(join(folder, name), nowSeconds - ageDays * 86_400, nowSeconds - ageDays * 86_400);
    };
    await mkdir(join(folder, 'folder.json'));
    await place('old.json', 400);
    await place('ahead.json', -400);
    await Promise.all(Array.from({ length: 499 }, (_, index) => place(`${index}.json`, 1 + index / 1_000)));
    await records.write('second', record);
    assert.equal((await names()).length, 504, 'a window looks once');
    await open().write('third', record);
    const left = await names();
    // The next record written is no longer counted.
    assert.equal(left.length, 502);
    const isKept = (...files: readonly string[]) => files.map(name => left.includes(name));
    assert.deepEqual(isKept('old.json', 'ahead.json', '498.json', '497.json'), [false, true, false, false]);
    await rm(join(folder, '0.json'));
    await rm(join(folder, '1.json'));
    await rm(join(folder, '2.json'));
    await rm(join(folder, '3.json'));
    await place('old.json', 400);
    await open().write('fourth', record);
    assert.ok((await names()).includes('old.json'));
    assert.deepEqual(failures, []);
  });
});
