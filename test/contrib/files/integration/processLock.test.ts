import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockedError, type LockOptions, withProcessLock } from '../../../../src/store/runs/processLock.ts';
import { environmentOf, runCli, startDemoProgram } from '../../../contract/support/programs.ts';
import { rejectionOf } from '../../../support/http/clients.ts';

const url = 'https://plant.example';

describe('the lock of a process', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'device-automation-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lock: Pick<LockOptions, 'url' | 'files'> = { url };
  const holding = (use: () => Promise<void>, of = lock) => withProcessLock({ ...of, folder }, use);

  it('names its holder, and is free again afterwards, even after a failure', async () => {
    await holding(async () => {
      const { holder } = await rejectionOf(
        LockedError,
        holding(async () => assert.fail('locked')),
      );
      assert.deepEqual([holder.host, holder.pid], [hostname(), process.pid]);
      await holding(async () => undefined, { ...lock, url: 'https://other.example' });
    });
    await assert.rejects(
      holding(async () => {
        throw new Error('failed');
      }),
      /failed/,
    );
    await holding(async () => undefined);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('is that of the files, in a folder of this computer or at a URI', async () => {
    const remote = { url, files: 'vscode-remote://ssh-remote%2Bhost/home/plant' };
    await holding(async () => {
      const second = holding(async () => assert.fail('locked'), remote);
      assert.equal((await rejectionOf(LockedError, second)).creates, undefined);
      await holding(async () => undefined, { url, files: folder });
      await holding(async () => undefined);
    }, remote);
  });

  it('is waited for as long as the caller wants', async () => {
    let release = () => undefined;
    const held = new Promise<void>(resolve => {
      release = () => void resolve();
    });
    let first: Promise<void> | undefined;
    // Both would otherwise ask for the lock at once, and either could get it.
    await new Promise<void>(resolve => {
      first = holding(() => {
        resolve();
        return held;
      });
    });
    const second = withProcessLock({ ...lock, folder, timeoutMs: 60_000 }, async () => 'second');
    release();
    await first;
    assert.equal(await second, 'second');
  });

  it('does not count if its process was killed or could not write it, but does on another computer', async () => {
    await holding(async () => undefined);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const [name = ''] = await new Promise<string[]>(resolve => {
      void holding(async () => resolve(readdirSync(folder)));
    });
    const write = (text: string) => writeFileSync(join(folder, name), text);
    const since = new Date().toISOString();
    write(JSON.stringify({ host: hostname(), pid, since }));
    await holding(async () => undefined);
    write(JSON.stringify({ host: 'elsewhere', pid, since }));
    const { holder } = await rejectionOf(
      LockedError,
      holding(async () => undefined),
    );
    assert.equal(holder.host, 'elsewhere');
    write('');
    // On another day, the file would have the true time (`npm run test:days`).
    utimesSync(join(folder, name), new Date(), new Date());
    await rejectionOf(
      LockedError,
      holding(async () => undefined),
    );
  });
});

describe('two applies of one folder at once', () => {
  it('create each job once, whether the second one is refused or waits', async () => {
    const server = await startDemoProgram('--jobs', '0', '--groups', '0', '--token', 'token-of-plant');
    const folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
    const environment = { ...environmentOf(server), XDG_STATE_HOME: folder };
    const run = (...args: readonly string[]) => runCli([...args, '--server-name', 'Plant'], { environment });
    try {
      await run('export', folder);
      mkdirSync(join(folder, 'jobs'), { recursive: true });
      for (let number = 0; number < 40; number++)
        writeFileSync(
          join(folder, 'jobs', `new-${number}.job.jsonc`),
          JSON.stringify({ name: `New ${number}`, policies: [1] }),
        );
      const both = await Promise.all([
        run('apply', folder, '--yes', '--lock-timeout', '60'),
        run('apply', folder, '--yes', '--lock-timeout', '60'),
      ]);
      assert.deepEqual(
        both.map(({ code }) => code),
        [0, 0],
        both.map(({ stderr }) => stderr).join(''),
      );
      const listed = JSON.parse((await run('list', 'jobs', '-ojson')).stdout);
      assert.equal((Array.isArray(listed) ? listed : listed.jobs).length, 40);
    } finally {
      rmSync(folder, { recursive: true });
      await server.end();
    }
  });
});
