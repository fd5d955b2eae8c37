import assert from 'node:assert/strict';
import { withMemoryServer } from '../support/memoryServer.ts';

const { runJobNow } = await import('../../../../src/workbench/commands/jobs/runJobNow.ts');

describe('running a job now', () => {
  it('is impossible, which a message says, and opens the schedule instead', () =>
    withMemoryServer(async ({ context, user, memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Nightly' });
      await session.jobs.refresh();
      const opened: number[] = [];
      const documents = {
        ...context.documents,
        open: async (_: unknown, __: unknown, id: number) => void opened.push(id),
      };
      await runJobNow({ ...context, documents }, [1]);
      user.press = ([only]) => only;
      await runJobNow({ ...context, documents }, [1]);
      assert.match(user.of('info')[0] ?? '', /cannot start a job/);
      assert.deepEqual(opened, [1]);
    }));
});
