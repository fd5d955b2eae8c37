import assert from 'node:assert/strict';
import type { ReportSource } from '../../../src/workbench/reports/reports.ts';
import { settled } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { FakePerson } from '../commands/support/memoryServer.ts';

const { memoryNotices } = await import('../../../src/workbench/notices/memoryNotices.ts');

function setUp() {
  const user = new FakePerson();
  const clock = createManualClock(0);
  const logged: string[] = [];
  const reports: ReportSource[] = [];
  let logsShown = 0;
  const notices = memoryNotices({
    dialogs: user.dialogs,
    log: {
      error: text => void logged.push(text),
      show: () => {
        logsShown += 1;
      },
    },
    clock,
    aside: () => [{ key: 'labels', time: '2026-03-04', value: { broken: true } }],
    reports: { show: async source => void reports.push(source) },
  });
  return { user, clock, logged, reports, notices, logsShown: () => logsShown };
}

const unread = (kind: 'broken' | 'newer', key: string, meaning: string) => ({
  kind,
  key,
  meaning: () => meaning,
});

describe('stored data that could not be read', () => {
  it('is reported together, each consequence once, and each is logged', async () => {
    const { user, clock, logged, notices } = setUp();
    notices.note(unread('broken', 'labels 1', 'Labels are lost.'));
    notices.note(unread('newer', 'folds', 'Folds are new.'));
    notices.note(unread('broken', 'labels 2', 'Labels are lost.'));
    notices.note(unread('broken', 'watched', 'No jobs are watched.'));
    clock.advance(499);
    assert.deepEqual(user.messages, []);
    clock.advance(1);
    await settled();
    assert.deepEqual(user.messages, [
      {
        kind: 'warn',
        text: 'Some stored data could not be read and was set aside. Labels are lost. No jobs are watched. Some stored data is from a newer version of this extension and is left unchanged; changes last until this window closes. Folds are new.',
        actions: ['Show Unreadable Data', 'Show Log'],
      },
    ]);
    assert.equal(
      logged[0],
      'the value stored as “labels 1” could not be read and was set aside: Labels are lost.',
    );
    assert.equal(logged[1], 'the value stored as “folds” is from a newer version: Folds are new.');
    notices.note(unread('newer', 'sorts', 'Orders are new.'));
    clock.advance(500);
    assert.deepEqual(user.messages.at(-1), {
      kind: 'warn',
      text: 'Some stored data is from a newer version of this extension and is left unchanged; changes last until this window closes. Orders are new.',
      actions: ['Show Log'],
    });
  });

  it('can be seen in a report that is not stored itself, or in the log', async () => {
    const { user, clock, reports, notices, logsShown } = setUp();
    user.press = ([show]) => show;
    notices.note(unread('broken', 'labels', 'Labels are lost.'));
    clock.advance(500);
    await settled();
    assert.equal(
      user.of('warn')[0],
      'Some stored data could not be read and was set aside. Labels are lost.',
    );
    const [report] = reports;
    assert.deepEqual([report?.key, report?.title, report?.isTransient], ['memory', 'Unreadable Data', true]);
    const { text = '' } = (await report?.read()) ?? {};
    assert.deepEqual(JSON.parse(text), [{ key: 'labels', time: '2026-03-04', value: { broken: true } }]);
    assert.ok(text.includes('\n  '), 'it can be read by a person');
    assert.equal(logsShown(), 0);
    user.press = actions => actions[1];
    notices.note(unread('broken', 'labels', 'Labels are lost.'));
    clock.advance(500);
    await settled();
    assert.deepEqual([reports.length, logsShown()], [1, 1]);
  });
});
