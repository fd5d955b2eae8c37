import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { foldMemory } = await import('../../../src/workbench/forms/formParts.ts');
const { formValues } = await import('../../../src/workbench/forms/formReading.ts');
const { Memory } = await import('../../../src/workbench/platform/memory.ts');
const { foldIds } = await import('../../../src/pages/protocol/hostMessages.ts');

describe('the folded sections of forms', () => {
  it('are remembered across windows, and reset when they cannot be read', async () => {
    const unread: string[] = [];
    const memoryOf = (memento: FakeMemento) =>
      foldMemory(
        new Memory(
          memento,
          ({ meaning }) => unread.push(meaning()),
          error => assert.fail(String(error)),
        ),
      );
    const memento = new FakeMemento();
    const [first, second] = foldIds;
    await memoryOf(memento).set({ [first]: true });
    await memoryOf(memento).set({ ...memoryOf(memento).get(), [second]: false });
    assert.deepEqual(memoryOf(memento).get(), { [first]: true, [second]: false });
    assert.deepEqual(memoryOf(new FakeMemento({ formFolds: 7 })).get(), {});
    assert.deepEqual(unread, ['The collapsed sections of forms were reset.']);
  });
});

describe('the values of a form', () => {
  it('are those of the fields of its kind, empty when the text omits them', () => {
    const job = formValues(
      { name: 'A', enabled: true, policies: [1, 'x'], peers: ['a', 7], params: 3 },
      'job',
    );
    assert.deepEqual([job.name, job.params], ['A', '']);
    assert.deepEqual([job.enabled, job.run_on_start], [true, null]);
    assert.deepEqual([job.policies, job.groups], [[1], []]);
    assert.deepEqual([job.peers, job.report_formats, job.server_set], [['a'], [], undefined]);
    const group = formValues({ name: 'A', server_set: ['a'] }, 'group');
    assert.deepEqual(group, {
      name: 'A',
      dn: '',
      server_set: ['a'],
    });
  });
});
