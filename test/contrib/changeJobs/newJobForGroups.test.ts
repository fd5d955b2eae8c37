import assert from 'node:assert/strict';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { groupRow } from '../../workbench/commands/support/rows.ts';

const { createJobsForGroups } = await import('../../../src/contrib/changeJobs/vscode/jobsForGroups.ts');
const { emptyJobDraft } = await import('../../../src/api/model/job.ts');

describe('groups', () => {
  it('become the targets of a new job', () =>
    withMemoryServer(async ({ context, memoryServer, session, opened, user }) => {
      memoryServer.groups.set(7, { name: 'Office', dn: 'CN=Office', server_set: [] });
      memoryServer.groups.set(8, { name: 'Lab', dn: '', server_set: [] });
      await session.groups.whole();
      user.pick = () => 'new';
      const rows = [groupRow(7), groupRow(8)];
      await createJobsForGroups(context, [rows[0], rows]);
      const name = 'Job for “Office” and “Lab”';
      assert.deepEqual(opened, [['job', name, { ...emptyJobDraft, name, groups: [7, 8] }]]);
    }));
});
