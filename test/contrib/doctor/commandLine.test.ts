import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import { programVersion } from '../../../src/cli/cliContext.ts';
import { withShell } from '../../cli/support/shell.ts';
import { runCliHere } from '../../support/runCli.ts';

describe('device-automation check', () => {
  it('prints the report without secrets, and fails if a check fails', () =>
    withShell(
      async ({ run, addJob, server, environment }) => {
        addJob({ name: 'Nightly' });
        const own = { ...environment, HTTP_PROXY: '', NO_PROXY: '' };
        const { code, stdout, stderr } = await runCliHere(['check', '--server-name=Plant'], own);
        assert.deepEqual([code, stderr], [0, '']);
        assert.match(stdout, /^Connection report for “Plant” \(http:\/\/127\.0\.0\.1:\d+\)\n/);
        assert.match(stdout, /✓ Token +present\n/);
        assert.match(stdout, new RegExp(`· Device Automation +${programVersion.replaceAll('.', '\\.')}\n`));
        server.tokens.set(server.token, 'none');
        const failed = await run('check -o json');
        assert.deepEqual([failed.code, JSON.parse(failed.stdout).ok], [1, false]);
      },
      { clock: systemClock },
    ));
});
