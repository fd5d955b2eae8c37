import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { type Pause, PauseFile, PauseFileError } from '../../../src/contrib/pause/common/pauseFile.ts';

const pauseOf = (job: number, fields: Partial<Pause> = {}): Pause => ({
  job,
  name: 'Backup',
  fromMs: 1_000,
  untilMs: 2_000,
  reason: '',
  added: { exceptionRules: [], exceptionDates: [1_500], dates: [] },
  ...fields,
});

describe('the file of pauses', () => {
  let folder: string;
  let file: PauseFile;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'da-pauses-'));
    file = new PauseFile(folder, 'https://plant.example');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is shared by those who use the server, whatever they call it, and private', async () => {
    await file.change([pauseOf(1), pauseOf(2)], [], 0);
    const other = new PauseFile(folder, 'https://plant.example/');
    await other.change([pauseOf(2, { reason: 'again' })], [1], 0);
    assert.deepEqual([...(await file.read()).values()], [pauseOf(2, { reason: 'again' })]);
    assert.equal((await new PauseFile(folder, 'https://other.example').read()).size, 0);
    assert.equal(statSync(file.path).mode & 0o77, 0);
  });

  it('loses nothing when several write at once', async () => {
    const files = Array.from({ length: 5 }, () => new PauseFile(folder, 'https://plant.example'));
    await Promise.all(files.map((each, index) => each.change([pauseOf(index)], [], 0)));
    assert.equal((await file.read()).size, 5);
  });

  it('forgets what ended long ago, but not whom to enable', async () => {
    const later = 2_000 + 31 * 86_400_000;
    await file.change([pauseOf(1), pauseOf(2, { isDisabled: true })], [], 0);
    assert.deepEqual([...(await file.change([pauseOf(3, { untilMs: later })], [], later)).keys()], [2, 3]);
  });

  it('is not replaced if it cannot be read, and the user is told where it is', async () => {
    await file.change([pauseOf(1)], [], 0);
    writeFileSync(file.path, '{"version":2}');
    const told = (error: unknown) =>
      error instanceof PauseFileError && error.explain(englishLocalizer).includes(file.path);
    await assert.rejects(file.read(), told);
    await assert.rejects(file.change([pauseOf(2)], [], 0), told);
    assert.equal(readFileSync(file.path, 'utf8'), '{"version":2}');
  });
});
