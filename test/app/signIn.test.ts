import assert from 'node:assert/strict';
import { startMs } from '../support/http/clients.ts';
import { bare } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

interface Prompts extends RunningApp {
  readonly clock: ManualClock;
  /** The titles of the input boxes that were shown. */
  readonly inputs: readonly string[];
}

interface User {
  /** Whether the server has a token, which it rejects. */
  readonly hasToken?: boolean;
  readonly presses?: NonNullable<AppOptions['answer']>;
  /** What is typed in the input boxes, in this order; any further ones are dismissed. */
  readonly types?: readonly string[];
}

/** A server that rejects every token, and a user who handles each prompt with this function. */
async function withRejection(
  { hasToken = true, presses = () => undefined, types = [] }: User,
  use: (prompts: Prompts) => Promise<void>,
): Promise<void> {
  await withScript(async server => {
    server.otherwise(bare(401));
    const clock = createManualClock(startMs);
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    const inputs: string[] = [];
    const typed = types.values();
    const input = (title: string) => {
      inputs.push(title);
      return typed.next().value;
    };
    const signedOut = hasToken ? [] : ['plant'];
    await withApp({ servers, signedOut, clock, answer: presses, input }, running =>
      use({ ...running, clock, inputs }),
    );
  });
}

/** Redraws and refreshes the views repeatedly while time passes. */
async function useViews({ app, clock }: Prompts): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await Promise.all([app.trees.jobs.getChildren(), app.trees.groups.getChildren()]);
    await app.trees.jobs.refresh();
    await app.trees.groups.refresh();
    clock.advance(60_000);
  }
}

describe('a server that rejects the token', () => {
  it('asks for another token only when the user presses Try Again', () =>
    withRejection({ presses: ({ actions }) => actions[0], types: ['first', 'second'] }, async prompts => {
      await useViews(prompts);
      while (prompts.messages.length < 3) await new Promise(resolve => setImmediate(resolve));
      assert.deepEqual(
        prompts.messages.map(({ actions }) => actions),
        [['Sign In'], ['Try Again'], ['Try Again']],
      );
      assert.equal(prompts.inputs.length, 3);
    }));
});

describe('a server without a token', () => {
  for (const command of ['deviceAutomation.jobs.changeFiltered', 'deviceAutomation.group.delete'] as const) {
    it(`shows a single prompt for ${command} if that is dismissed`, () =>
      withRejection({ hasToken: false, presses: ({ actions }) => actions[0] }, async prompts => {
        await prompts.app.runCommand(command, []);
        await useViews(prompts);
        assert.deepEqual([prompts.messages.length, prompts.inputs.length], [1, 1]);
      }));
  }
});
