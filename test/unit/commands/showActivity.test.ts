import assert from 'node:assert/strict';
import type { ActivityEntry } from '../../../src/journal/activityLog.ts';
import { given } from './servers/support/configuredServer.ts';

const { showActivity } = await import('../../../src/commands/reportCommands.ts');

const entry = (request: string, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  time: '2026-01-02T03:04:05.000Z',
  server: 'Plant',
  serverId: 'plant',
  act: 'updateJob',
  request,
  outcome: 'done',
  ...more,
});

/** The report of these entries as text, plus the messages shown in the meantime. */
async function reportOf(...entries: ActivityEntry[]) {
  const { context, shown, user } = given();
  await showActivity({ ...context, activity: { entries: async () => entries } });
  return { report: await shown[0]?.read(), messages: user.of('info') };
}

describe('the activity', () => {
  it('links changed jobs and groups of configured servers, and nothing else', async () => {
    const { serverId: _, ...ofUnknownServer } = entry('PATCH /automation/api/job/18/');
    const { report } = await reportOf(
      entry('PATCH /automation/api/job/12/'),
      entry('PUT /automation/api/job/13/'),
      entry('PATCH /account/api/group/7/'),
      entry('POST /account/api/group/'),
      entry('DELETE /automation/api/job/14/'),
      entry('PATCH /automation/api/job/16/status/'),
      entry('PATCH /automation/api/job/17/', { serverId: 'removed' }),
      ofUnknownServer,
    );
    assert.deepEqual(
      report?.links.map(({ command, argument }) => [command, argument]),
      [
        ['deviceAutomation.job.open', { id: 12, server: 'plant' }],
        ['deviceAutomation.job.open', { id: 13, server: 'plant' }],
        ['deviceAutomation.group.open', { id: 7, server: 'plant' }],
      ],
    );
  });

  it('is a notification instead when nothing was sent yet', async () => {
    const { report, messages } = await reportOf();
    assert.equal(report, undefined);
    assert.deepEqual(messages, ['No changes have been sent to servers from this VS Code yet.']);
  });
});
