import assert from 'node:assert/strict';
import type { ReviewQuestion } from '../../../src/workbench/platform/review.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { spreadJobs } = await import('../../../src/contrib/spread/vscode/spreadJobs.ts');

const nowMs = Date.parse('2026-11-29T10:00:00Z');

describe('spreading jobs in VS Code', () => {
  it('previews the clashes before and after, and moves what stays checked', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      const devices = [{ hostname: 'PC-1' }];
      for (const id of [1, 2, 3])
        memoryServer.jobs.set(id, {
          name: `Job ${id}`,
          enabled: true,
          params: 'DTSTART:20260105T020000Z\nRRULE:FREQ=DAILY',
          policies: [7],
          ...(id === 3 ? { groups: [5] } : { peers: devices }),
        });
      memoryServer.groups.set(5, { name: 'Branch', dn: 'OU=Branch', server_set: devices });
      const questions: Pick<ReviewQuestion, 'title' | 'placeholder' | 'choices'>[] = [];
      user.search = async ({ search }) => {
        const [found] = await search('02:00, then every 10 min', new AbortController().signal);
        return found && { value: found.value, typed: '' };
      };
      user.review = async asked => {
        questions.push(asked, { ...asked, ...(await asked.edit?.run()) });
        return questions
          .at(-1)
          ?.choices.filter(({ isFixed }) => !isFixed)
          .map(({ value }) => value);
      };
      const own = { clock: createManualClock(nowMs), readerZone: () => 'UTC' };
      await spreadJobs({ ...context, ...own }, [{ ids: [1, 2, 3], server: 'plant' }]);
      assert.deepEqual(
        questions.map(({ title, choices }) => [title, ...choices.map(({ description }) => description)]),
        [
          [
            'Spread So That None Share an Hour, on “Plant”',
            'Move Schedules 5 min Earlier',
            'Move Schedules 1 h Later',
            'It can stay where it is.',
          ],
          [
            'Spread from 02:00 On, Every 10 Min, on “Plant”',
            'Move Schedules 10 min Later',
            'Move Schedules 20 min Later',
            'It can stay where it is.',
          ],
        ],
      );
      assert.match(questions[0]?.placeholder ?? '', /Meet others on a device: 3 jobs → none/);
      assert.match(questions[1]?.placeholder ?? '', /3 jobs → 3 jobs · https:/);
      assert.deepEqual(
        [1, 2, 3].map(id => String(memoryServer.jobs.get(id)?.['params']).slice(17, 21)),
        ['0200', '0210', '0220'],
      );
      const [run] = await context.journal.ended();
      assert.equal(run?.title, 'Spread from 02:00 On, Every 10 Min');
    }));
});
