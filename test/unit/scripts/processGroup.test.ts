import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { startGroup } from '../../../scripts/processGroup.ts';

/** Ended processes that no one has asked about keep their id, as zombies; those count as ended. */
const isRunning = (pid: number): boolean => {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/^\d+ \(.*\) Z /.test(readFileSync(path, 'utf8'));
};

/** Starts a child of its own that ignores a polite request to end, prints its id, and stays. */
const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e',
    "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)"],
    { stdio: 'inherit' });
  setInterval(() => {}, 1000);
`;

describe('a process group', function () {
  if (process.platform !== 'linux') return;
  this.timeout(20_000);

  it('ends with all its members, also those that do not want to', async () => {
    let announce: (pid: number) => void = () => {};
    const child = new Promise<number>(resolve => {
      announce = resolve;
    });
    const group = startGroup({
      command: process.execPath,
      args: ['-e', PARENT],
      env: process.env,
      onOutput: text => announce(Number(text)),
    });
    const pid = await child;
    assert.equal(isRunning(pid), true);
    await group.stop();
    assert.match(await group.ended, /^ended by SIG/);
    assert.equal(isRunning(pid), false);
  });

  it('says when a program could not be started', async () => {
    const group = startGroup({ command: '/no/such/program', args: [], env: {}, onOutput: () => {} });
    assert.match(await group.ended, /could not be started/);
    await group.stop();
  });
});
