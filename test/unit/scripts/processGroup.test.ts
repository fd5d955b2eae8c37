import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { startGroup } from '../../../scripts/processGroup.ts';
import { projectDirectory } from '../../support/projectFiles.ts';

/** Processes that have exited keep their ID as zombies until their parent waits for them; those count as ended. */
const isRunning = (pid: number): boolean => {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/^\d+ \(.*\) Z /.test(readFileSync(path, 'utf8'));
};

/** Starts a child that ignores SIGTERM, prints its ID, and keeps running. */
const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e',
    "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)"],
    { stdio: 'inherit' });
  setInterval(() => {}, 1000);
`;

/** Starts a process group, prints the ID of its leader, and stops it when it receives a signal itself. */
const LEADER = `
  import { endOnSignals, startGroup, stopAllGroups } from './scripts/processGroup.ts';
  const [exitCode] = process.argv.slice(1).map(Number);
  const args = ['-e', 'setInterval(() => {}, 1000)'];
  const group = startGroup({ command: process.execPath, args, env: process.env, onOutput: () => {} });
  endOnSignals(stopAllGroups, exitCode);
  console.log(group.child.pid);
`;

describe('a process group', function () {
  if (process.platform !== 'linux') return;
  this.timeout(20_000);

  it('ends with all its members, even those that resist', async () => {
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

  it('reports when a program could not be started', async () => {
    const group = startGroup({ command: '/no/such/program', args: [], env: {}, onOutput: () => {} });
    assert.match(await group.ended, /could not be started/);
    await group.stop();
  });

  for (const [signal, codes] of [
    ['SIGINT', [0, 130]],
    ['SIGTERM', [0, 143]],
    ['SIGHUP', [0, 129]],
  ] as const) {
    it(`ends with the program that started it when that receives ${signal}, with the given exit code or that of shells`, async () => {
      const ends = [['0'], []].map(async args => {
        const options = ['--import', 'tsx', '--input-type=module', '-e', LEADER, '--', ...args];
        const program = spawn(process.execPath, options, { cwd: projectDirectory });
        const [text] = await once(program.stdout, 'data');
        const leader = Number(text);
        assert.equal(isRunning(leader), true);
        program.kill(signal);
        const [code] = await once(program, 'exit');
        assert.equal(isRunning(leader), false);
        return code;
      });
      assert.deepEqual(await Promise.all(ends), codes);
    });
  }
});
