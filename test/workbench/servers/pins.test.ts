import assert from 'node:assert/strict';
import {
  findPinnedJobs,
  followGroup,
  renewGroupPins,
  renewJobPins,
} from '../../../src/workbench/servers/pins.ts';
import { group, job } from '../../store/support/fakes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { keepPins } = await import('../../../src/workbench/servers/serverMemories.ts');
const { takeSteps } = await import('../../../src/workbench/commands/runs/stepRuns.ts');
const { editStep } = await import('../../../src/workbench/commands/runs/steps.ts');

const hourly = 'RRULE:FREQ=HOURLY';
const pin = { id: 1, name: 'Nightly', params: hourly };

/** A list with one job. */
const listOf = (fields: Parameters<typeof job>[1], isComplete = true) => {
  const only = job(1, { name: 'Nightly', params: hourly, ...fields });
  return { get: (id: number) => (id === 1 ? only : undefined), isComplete };
};

describe('pins', () => {
  it('of a job stay with it when it is renamed or moved to another time', () => {
    for (const fields of [{ name: 'Daily' }, { params: '' }]) {
      assert.deepEqual([...findPinnedJobs([pin], listOf(fields))], [1]);
      assert.deepEqual(renewJobPins([pin], listOf(fields)), [{ ...pin, ...fields }]);
    }
  });

  it('of a job do not move to another job that received its ID', () => {
    const another = { name: 'Other', params: '' };
    assert.deepEqual([...findPinnedJobs([pin], listOf(another))], []);
    assert.deepEqual(renewJobPins([pin], listOf(another)), []);
  });

  it('of a job follow this window when it saves another name and another schedule at once', () =>
    withMemoryServer(async ({ memoryServer, session, context }) => {
      memoryServer.jobs.set(1, { name: 'Nightly', params: hourly });
      const pinned = new Map([['plant', [pin]]]);
      const memory = { get: (id: string) => pinned.get(id) ?? [], set: pinned.set.bind(pinned) };
      const onDidOpen = (listener: (opened: typeof session) => void) => {
        listener(session);
        return { dispose: () => undefined };
      };
      keepPins({ onDidOpen }, { pinnedJobs: memory, pinnedGroups: { get: () => [], set: () => undefined } });
      const nightly = await session.jobs.read(1);
      const edit = { before: { name: 'Nightly', params: hourly }, after: { name: 'Daily', params: '' } };
      await takeSteps(context, session, { act: 'changeJobs', steps: [editStep({ job: nightly, edit })] });
      assert.deepEqual(pinned.get('plant'), [{ id: 1, name: 'Daily', params: '' }]);
      assert.deepEqual([...findPinnedJobs(pinned.get('plant') ?? [], session.jobs)], [1]);
    }));

  it('of a group follow its new name', () => {
    const [lab, office] = ['Lab', 'Office'].map(name => group(name, { dn: '' }));
    assert.ok(lab && office);
    assert.deepEqual(followGroup(['name:Lab', 'dn:cn=gone'], lab, office), ['name:Office', 'dn:cn=gone']);
    assert.equal(followGroup(['dn:cn=gone'], lab, office), undefined);
  });

  it('of unknown objects are ignored, and dropped only when the list is complete', () => {
    const gone = { ...pin, id: 2 };
    assert.deepEqual([...findPinnedJobs([gone], listOf({}))], []);
    assert.deepEqual(renewJobPins([gone], listOf({}, false)), [gone]);
    assert.deepEqual(renewJobPins([gone], listOf({})), []);
    const entries = [{ group: group('Lab', { dn: 'CN=Lab' }) }];
    const keys = ['dn:cn=lab', 'dn:cn=gone'];
    assert.deepEqual(renewGroupPins(keys, { entries, isComplete: false }), keys);
    assert.deepEqual(renewGroupPins(keys, { entries, isComplete: true }), ['dn:cn=lab']);
  });
});
