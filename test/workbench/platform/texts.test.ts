import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { group, job } from '../../store/support/fakes.ts';

const { groupTitle, jobName, namesOf } = await import('../../../src/workbench/platform/objectNames.ts');
const { reachText } = await import('../../../src/workbench/platform/reachTexts.ts');
const { statusSince } = await import('../../../src/workbench/platform/statusTexts.ts');
const { iconFree } = await import('../../../src/workbench/platform/quickChoices.ts');

describe('the name of an object', () => {
  it('is never empty, so that there is always something to click', () => {
    assert.equal(jobName(job(7, { name: 'Nightly\nupdate' })), 'Nightly update');
    assert.equal(jobName(job(7, { name: ' ' })), 'Job #7');
    assert.equal(groupTitle(group('Lab')), 'Lab');
    assert.equal(groupTitle(group('', { dn: 'CN=Lab' })), 'CN=Lab');
    assert.equal(groupTitle(group(' ', { dn: '' })), 'Group without a name');
  });

  it('is listed with up to four others by default, followed by the number of the rest', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const of = (count: number, atMost?: number) => namesOf(names.slice(0, count), name => name, atMost);
    assert.equal(of(5), '“A”, “B”, “C”, “D”, and “E”');
    assert.equal(of(6), '“A”, “B”, “C”, “D”, “E”, and 1 more');
    assert.equal(of(6, 2), '“A”, “B”, and 4 more');
  });
});

describe('the reach of a job', () => {
  const reach = { devices: 12, unknownGroups: [], dynamicGroups: [] };

  it('includes the number of groups for which it is unknown', () => {
    assert.equal(
      reachText({ ...reach, unknownGroups: [1], dynamicGroups: [2, 3] }),
      'On 12 devices. Devices of 1 group unknown. The devices of 2 dynamic groups are added by the server.',
    );
    assert.equal(
      reachText({ ...reach, unknownGroups: [1, 2], dynamicGroups: [3] }),
      'On 12 devices. Devices of 2 groups unknown. The devices of 1 dynamic group are added by the server.',
    );
    assert.equal(
      reachText({ devices: 0, unknownGroups: [1, 2], dynamicGroups: [] }),
      'Devices of 2 groups unknown.',
    );
  });
});

describe('the text of a status', () => {
  const atMs = (hours: number) => new Date(2026, 2, 4, hours).getTime();

  it('includes the time of its change, or else of its reading', () => {
    const status = { word: 'finished', kind: 'succeeded', asOfMs: atMs(14) } as const;
    assert.equal(statusSince(undefined), 'status not read yet');
    assert.equal(statusSince(status), 'finished, as of 14:00');
    assert.equal(statusSince({ ...status, sinceMs: atMs(3) }), 'finished since 03:00');
  });
});

describe('a choice in a list', () => {
  it('shows no icons, even if the server’s text contains their syntax', () => {
    const choice = {
      value: '1',
      label: '$(bug) a',
      description: '$(bug) b',
      detail: '$(bug) c',
      picked: true,
    };
    assert.deepEqual(iconFree(choice), {
      ...choice,
      label: '\\$(bug) a',
      description: '\\$(bug) b',
      detail: '\\$(bug) c',
    });
    assert.deepEqual(Object.keys(iconFree({ value: '1', label: 'a' })), ['value', 'label']);
  });
});
