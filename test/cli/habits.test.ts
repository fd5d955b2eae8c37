import assert from 'node:assert/strict';
import { withShell } from './support/shell.ts';

describe('a habit of another program', () => {
  const meant: Readonly<Record<string, string>> = {
    ls: 'There is no command “ls”. Did you mean “list”?',
    'describe job 1': 'There is no command “describe”. Did you mean “get”?',
    'logs 1': 'There is no command “logs”. Did you mean “status --watch”?',
    'get jobs': 'Pass the names or IDs. For all of them, run “device-automation list jobs”.',
    'list -o wide': '--output of “list” must be one of: table, json, csv, name. Did you mean “csv”?',
    'get jobs -o csv': '--output of “get” must be one of: table, json. Did you mean “list jobs”?',
    'list --json': 'The option --json was removed. Use -o json.',
    'lint --sarif': 'The option --sarif was removed. Use -o sarif.',
    'list --token-fd 0': 'The option --token-fd was removed. Use --token-file -.',
    'list --token-env PLANT': 'The option --token-env was removed. Use DEVICE_AUTOMATION_TOKEN.',
    'get job -w': 'The command “get” has no option --watch. Did you mean “list jobs”?',
    'get groups -o name': '--output of “get” must be one of: table, json. Did you mean “list groups”?',
    'stop job 1': 'This command is for jobs only: leave out “job”, or pass a job of that name as “name:job”.',
    'list jbos': 'Pass “jobs” or “groups”. Did you mean “jobs”?',
    'wait 1 --wait-seconds 5': 'There is no option --wait-seconds. Did you mean --timeout?',
    'list --timeout 5': 'The command “list” has no option --timeout. Did you mean “--request-timeout”?',
    'wait 1 --for=condition=Complete':
      '--for must be one of: ended, queued, running, succeeded, failed, stopped, idle. Did you mean “succeeded”?',
  };
  for (const [args, message] of Object.entries(meant)) {
    it(`gets a hint: ${args}`, () =>
      withShell(async ({ run }) => {
        const { code, stderr } = await run(args);
        assert.deepEqual([code, stderr.split('\n')[0]], [1, message]);
      }));
  }

  it('works where it means the same: the kind before a name, and a format after “=”', () =>
    withShell(async ({ run, addJob }) => {
      addJob({ name: 'Nightly' });
      assert.equal((await run('get jobs 1 -o=json')).code, 0);
    }));
});
