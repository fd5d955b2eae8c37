import assert from 'node:assert/strict';
import type { SkipReason } from '../../../src/model/skippedError.ts';
import { withPlant } from '../commands/support/plant.ts';

const { SkippedError } = await import('../../../src/model/skippedError.ts');
const { ErrorNotices } = await import('../../../src/notices/errorNotices.ts');

const never = () => assert.fail('not for these errors');

describe('the sentence on an object for which nothing was sent', () => {
  const sentences: Readonly<Record<SkipReason, string>> = {
    devicesNotAdded: 'The devices were not added to the other group, so they stay here.',
    changedSinceCreated: 'It has been changed since it was created, so it was not deleted.',
    reusedId: 'Its ID now belongs to another object on the server, so nothing was changed.',
    renamed: 'It now has another name on the server, so it was not deleted.',
  };
  for (const reason of ['devicesNotAdded', 'changedSinceCreated', 'renamed', 'reusedId'] as const) {
    it(`says why: ${reason}`, () =>
      withPlant(async ({ context: { dialogs, log } }) => {
        const actions = { signIn: never, changeUrl: never, trustCertificate: never };
        const notices = new ErrorNotices({ dialogs, log, actions });
        assert.equal(notices.text(new SkippedError(reason), undefined), sentences[reason]);
      }));
  }
});

describe('an error that is shown', () => {
  it('names its object where that is given', () =>
    withPlant(async ({ person, context: { dialogs, log } }) => {
      const actions = { signIn: never, changeUrl: never, trustCertificate: never };
      const notices = new ErrorNotices({ dialogs, log, actions });
      await notices.show(new Error('no'), undefined, 'Lab');
      await notices.show(new Error('no'), undefined);
      assert.deepEqual(person.of('error'), ['“Lab”: no', 'no']);
    }));
});
