import assert from 'node:assert/strict';
import { OutcomeError } from '../../src/api/errors/apiError.ts';
import { NotSavedError } from '../../src/api/model/saveErrors.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { ServerSession } from '../../src/store/serverSession.ts';
import { LostCreates, sendAgainIfWanted } from '../../src/workbench/notices/lostCreates.ts';
import { existing, rejectionOf, startMs } from '../support/http/clients.ts';
import {
  closeAfterCommit,
  type FaultContext,
  gatewayBefore,
  resetBefore,
} from '../support/http/faultProxy.ts';
import { type Faulty, withFaults } from '../support/http/faultyDemo.ts';
import { createManualClock } from '../support/manualClock.ts';
import { createJob, patchJob } from '../support/writes.ts';

const draft = { name: 'Nightly', policies: [1] };
const kind = 'job' as const;

interface Asked {
  readonly question: string;
  readonly actions: readonly string[];
}

interface User extends Faulty {
  readonly session: ServerSession;
  readonly creates: LostCreates;
  /** The user's answer to each prompt, or a function that runs first; further prompts are canceled. */
  readonly answers: (string | (() => Promise<string>))[];
  readonly asked: Asked[];
  /** The IDs that were shown, and the name shown instead of them. */
  readonly shown: (readonly [readonly (number | undefined)[], string])[];
}

/** A session over a faulty connection, and a user who answers as specified. */
function withPerson(use: (user: User) => Promise<void>): Promise<void> {
  return withFaults({ manner: 'django', jobs: 25, pageSize: 10 }, async faulty => {
    const session = new ServerSession({
      server: { id: 'plant', name: 'Plant', url: faulty.proxy.url },
      client: faulty.client,
      clock: createManualClock(startMs),
      memory: { get: () => undefined, set: () => undefined },
      paces: () => ({ activeMs: 1e6, inactiveMs: 1e6, watchedMs: 1e6, requestsPerMinute: 10 }),
      extraWords: () => new Map(),
      onStatusFailure: () => undefined,
    });
    const answers: User['answers'] = [];
    const asked: Asked[] = [];
    const shown: (readonly [readonly (number | undefined)[], string])[] = [];
    const creates = new LostCreates(
      {
        decide: async (question, ...actions) => {
          asked.push({ question, actions });
          const answer = answers.shift();
          return typeof answer === 'function' ? answer() : answer;
        },
      },
      englishLocalizer,
      async ({ found, name }) => void shown.push([found.map(({ id }) => id), name]),
    );
    try {
      await use({ ...faulty, session, creates, answers, asked, shown });
    } finally {
      await session.dispose();
    }
  });
}

const newJob = ({ session }: User, name = draft.name) => ({
  session,
  kind,
  name,
  send: () => createJob(session, { ...draft, name }),
});

/** Responds with 504, and forwards the request only when `late` is called. */
function lateCommit(): { fault: (context: FaultContext) => void; late: () => Promise<unknown> } {
  let late: () => Promise<unknown> = () => Promise.reject(new Error('too early'));
  return {
    fault: context => {
      late = context.forward;
      return void gatewayBefore(504)(context);
    },
    late: () => late(),
  };
}

describe('a create that had no effect because its request was lost', () => {
  it('is reported with object and server, and is sent again on “Create Again”', () =>
    withPerson(async user => {
      const { session, creates, faults, answers, asked, server, writes } = user;
      await session.jobs.refresh();
      faults.push(resetBefore);
      answers.push('Create Again');
      const job = await creates.create(newJob(user));
      assert.deepEqual(writes(), ['POST', 'POST']);
      assert.equal(existing(server.world.jobs.get(job.id)).name, draft.name);
      assert.match(
        existing(asked[0]).question,
        /^“Nightly” was not created on “Plant”: the response was lost/,
      );
      assert.deepEqual(existing(asked[0]).actions, ['Create Again']);
      assert.equal(asked.length, 1);
    }));

  it('is not repeated when the user cancels', () =>
    withPerson(async user => {
      const { session, creates, faults, server, writes } = user;
      await session.jobs.refresh();
      const size = server.world.jobs.size;
      faults.push(resetBefore);
      const error = await rejectionOf(OutcomeError, creates.create(newJob(user)));
      assert.equal(error.outcome, 'notDone');
      assert.deepEqual([server.world.jobs.size, writes()], [size, ['POST']]);
    }));

  it('is sent again only after reading the list, with a warning about an object that has appeared', () =>
    withPerson(async user => {
      const { session, creates, faults, answers, asked, shown, server, writes } = user;
      await session.jobs.refresh();
      const { fault, late } = lateCommit();
      faults.push(fault);
      answers.push(() => late().then(() => 'Create Again'), 'Show It');
      await rejectionOf(NotSavedError, creates.create(newJob(user)));
      const made = existing(server.world.jobs.all().at(-1));
      assert.deepEqual(writes(), ['POST'], 'nothing was sent a second time');
      assert.match(existing(asked[1]).question, new RegExp(`“Nightly” is on “Plant” now: #${made.id}\\.`));
      assert.deepEqual(shown, [[[made.id], 'Nightly']]);
      // A save after that is the user's own, and is checked as well.
      answers.push('Create Another');
      await creates.create({ ...newJob(user), doubtfulName: draft.name });
      assert.equal(asked.length, 3);
      assert.deepEqual(writes(), ['POST', 'POST']);
    }));

  it('is searched for by the name that was sent, even when the text has another name now', () =>
    withPerson(async user => {
      const { session, creates, asked, writes } = user;
      await createJob(session, draft);
      await rejectionOf(
        NotSavedError,
        creates.create({ ...newJob(user, 'Renamed'), doubtfulName: draft.name }),
      );
      assert.match(existing(asked[0]).question, /“Nightly” is on “Plant” now/);
      assert.deepEqual(writes(), ['POST']);
    }));

  it('is not sent again when the list cannot be read', () =>
    withPerson(async user => {
      const { session, creates, faults, reads, answers, writes } = user;
      await session.jobs.refresh();
      faults.push(resetBefore);
      answers.push('Create Again');
      const dead = gatewayBefore(503);
      const done = creates.create({
        ...newJob(user),
        send: () =>
          createJob(session, draft).finally(() => {
            reads.push(...Array.from({ length: 9 }, () => dead));
          }),
      });
      const error = await rejectionOf(Error, done);
      assert.match(error.message, /GET .* HTTP 503/);
      assert.deepEqual(writes(), ['POST']);
    }));
});

describe('a create with an unknown outcome', () => {
  it('shows the object that it may have created', () =>
    withPerson(async user => {
      const { creates, faults, answers, asked, shown, server, writes } = user;
      // The list was never read, so a job with this name may be an old one.
      faults.push(closeAfterCommit);
      answers.push('Show It');
      const error = await rejectionOf(OutcomeError, creates.create(newJob(user)));
      const made = existing(server.world.jobs.all().at(-1));
      assert.deepEqual([error.outcome, error.candidateIds], ['unknown', [made.id]]);
      assert.match(existing(asked[0]).question, new RegExp(`Possible match: #${made.id}`));
      assert.deepEqual(existing(asked[0]).actions, ['Show It', 'Create Again']);
      assert.deepEqual(shown, [[[made.id], 'Nightly']]);
      assert.deepEqual(writes(), ['POST']);
    }));
});

describe('a change that was not made because its request was lost', () => {
  it('can be sent again repeatedly', () =>
    withPerson(async user => {
      const { session, faults, writes, server } = user;
      const { id } = existing([...server.world.jobs.all()][0]);
      faults.push(resetBefore, resetBefore);
      const asked: string[] = [];
      const dialogs = {
        decide: async (question: string, ...actions: string[]) => {
          asked.push(question);
          return actions[0];
        },
      };
      const text = (error: unknown) => String(error);
      const job = await sendAgainIfWanted({ dialogs, localizer: englishLocalizer, text }, () =>
        patchJob(session, id, { name: 'Other' }),
      );
      assert.deepEqual([job.name, writes(), asked.length], ['Other', ['PATCH', 'PATCH', 'PATCH'], 2]);
    }));
});
