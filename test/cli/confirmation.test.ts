import assert from 'node:assert/strict';
import { englishLocalizer as localizer } from '../../src/base/localizer.ts';
import { isConfirmed } from '../../src/cli/confirmation.ts';
import { parse } from './support/commandTable.ts';
import { memoryOutput } from './support/memoryOutput.ts';

interface Asked {
  /** What the user types; without it there is no terminal. */
  readonly typed?: string;
  readonly isJson?: boolean;
  readonly args?: readonly string[];
  /** How many objects are affected that nobody has confirmed. */
  readonly objects?: number;
}

async function confirming(
  server: { readonly production: boolean },
  { typed, isJson = false, args = [], objects = 2 }: Asked,
  question: string | undefined = 'Apply 2 changes?',
) {
  const { output, errors } = memoryOutput(isJson);
  const questions: string[] = [];
  const ask = async (text: string) => {
    questions.push(text);
    return typed ?? '';
  };
  const { options } = parse('apply', ...args);
  const result = await isConfirmed(
    { options, output, localizer, ask: typed === undefined ? undefined : ask },
    { name: 'Plant', url: 'https://plant.example', ...server },
    question,
    objects,
  );
  return { result, questions, errors: errors() };
}

const nothing = 'Nothing was changed on the server.\n';

describe('a write to a server', () => {
  const usual = { production: false };

  it('is confirmed by “yes” in English or Russian', async () => {
    for (const typed of ['y', 'YES ', ' д', 'да']) {
      const { result, questions, errors } = await confirming(usual, { typed });
      assert.deepEqual([result, questions, errors], [true, ['Apply 2 changes? [y/N]'], ''], typed);
    }
    for (const typed of ['', 'n', 'yy', 'not y']) {
      const { result, errors } = await confirming(usual, { typed });
      assert.deepEqual([result, errors], [false, nothing], typed);
    }
  });

  it('to one object needs no confirmation without a terminal, but one to several objects needs --yes', async () => {
    assert.deepEqual(await confirming(usual, { objects: 1 }), { result: true, questions: [], errors: '' });
    assert.equal((await confirming(usual, { objects: 46, args: ['-y'] })).result, true);
    await assert.rejects(confirming(usual, { objects: 46 }), {
      name: 'ConfirmationError',
      message: /^Nothing was sent: this affects 46 objects on “Plant” .* Pass --yes/,
    });
  });

  it('needs no confirmation with --yes or without a prompt, but does with -o json', async () => {
    assert.deepEqual((await confirming(usual, { typed: 'n', args: ['--yes'] })).questions, []);
    assert.deepEqual((await confirming(usual, { typed: 'n', isJson: true })).questions.length, 1);
    const { output } = memoryOutput(false);
    const { options } = parse('stop');
    const context = { options, output, localizer, ask: async () => assert.fail('asked') };
    assert.equal(
      await isConfirmed(context, { name: 'Plant', url: '', production: false }, undefined, 1),
      true,
    );
  });
});

describe('a write to a production server', () => {
  const production = { production: true };
  const message = '“Plant” (https://plant.example) is a production server';

  it('is confirmed by its name, not by “yes”', async () => {
    const { result, questions, errors } = await confirming(production, { typed: ' Plant\n' });
    assert.deepEqual([result, questions], [true, [`${message}. Type its name to continue:`]]);
    assert.equal(errors, 'Apply 2 changes?\n');
    for (const typed of ['y', 'plant', ''])
      assert.deepEqual(
        (({ result, errors }) => [result, errors])(await confirming(production, { typed })),
        [false, `Apply 2 changes?\n${nothing}`],
        typed,
      );
  });

  it('needs --yes without a terminal', async () => {
    const expected = {
      name: 'ConfirmationError',
      message: `${message}, and nothing was sent. Pass --yes to confirm.`,
    };
    await assert.rejects(confirming(production, {}), expected);
    assert.equal((await confirming(production, { args: ['-y'] })).result, true);
  });
});
