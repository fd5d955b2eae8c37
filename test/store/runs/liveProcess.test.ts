import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:process';
import { mock } from 'node:test';
import { isProcess, mayRun, ownMark } from '../../../src/store/runs/liveProcess.ts';

describe('the mark of a process', () => {
  it('is that of a running process only with its computer, ID and start', () => {
    const own = ownMark();
    assert.equal(mayRun(own), true);
    assert.equal(mayRun({ ...own, start: 'earlier' }), false, 'another process has got its ID');
    assert.equal(mayRun({ ...own, pid: spawnSync(process.execPath, ['--version']).pid }), false);
    assert.equal(mayRun({ ...own, host: `not ${own.host}`, start: 'earlier' }), true, 'nothing is known');
    const { start: _, ...unknown } = own;
    assert.equal(mayRun(unknown), true);
  });
});

describe('a process', () => {
  it('counts as running until it has exited', () => {
    assert.equal(isProcess(process.pid), true);
    assert.equal(isProcess(spawnSync(process.execPath, ['--version']).pid), false);
  });

  it('counts as running if it belongs to another user, but not if it does not exist', () => {
    for (const [code, runs] of [
      ['EPERM', true],
      ['ESRCH', false],
    ] as const) {
      const kill = mock.method(process, 'kill', () => {
        throw Object.assign(new Error('no'), { code });
      });
      try {
        assert.equal(isProcess(process.pid), runs);
      } finally {
        kill.mock.restore();
      }
    }
  });

  it('counts as running on systems other than Linux, which do not list exited processes', () => {
    const { platform: before } = process;
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    try {
      assert.equal(isProcess(process.pid), true);
    } finally {
      Object.defineProperty(process, 'platform', { value: before });
    }
  });

  it('does not count as running as a zombie', async function () {
    if (platform !== 'linux') this.skip();
    // Its parent becomes a program that does not wait for it; only then does it exit.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
    const read = (file: string) => readFileSync(`/proc/${file}`, 'latin1');
    try {
      const [output] = await once(parent.stdout, 'data');
      const pid = Number(String(output));
      while (!read(`${parent.pid}/comm`).startsWith('sleep')) await new Promise(setImmediate);
      assert.equal(isProcess(pid), true);
      parent.stdin.end();
      while (!/\) Z /.test(read(`${pid}/stat`))) await new Promise(setImmediate);
      assert.equal(isProcess(pid), false);
    } finally {
      parent.kill();
    }
  });
});
