import assert from 'node:assert/strict';
import fc from 'fast-check';
import { patchOf } from '../../src/api/model/difference.ts';
import { toGroupDraft } from '../../src/api/model/group.ts';
import { toJobDraft } from '../../src/api/model/job.ts';
import { asRead, decideSave } from '../../src/api/model/saveDecision.ts';
import { jsonEqual } from '../../src/base/json.ts';
import { deviceNamed } from '../demo/devices.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, type TestClient, withClient } from '../support/http/clients.ts';
import { describeForManners } from '../support/http/manners.ts';

type Draft = Readonly<Record<string, unknown>>;

/** `docs/reliability.md` reports 250 of each kind, which take half a minute. */
const runsEach = Number(process.env['TWO_WRITER_RUNS'] ?? 40);

/** The operations that both kinds of objects share. */
interface Editable {
  read(client: TestClient): Promise<Draft>;
  update(client: TestClient, patch: Draft): Promise<Draft>;
}

/** Fields that the server sets. */
const ownFields = new Set(['dn', 'updated_at']);

const deviceNames = ['PC-A', 'PC-B', 'PC-C', 'PC-D'];
const names = fc.constantFrom('A', 'B', 'C', ' D ');

/** Few distinct values, so that two writers often change the same field, and sometimes to the same value. */
const jobEdits = fc.record(
  {
    name: names,
    enabled: fc.boolean(),
    params: fc.constantFrom('', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'),
    peers: fc.shuffledSubarray(deviceNames),
    policies: fc.shuffledSubarray([1, 2, 3], { minLength: 1 }),
  },
  { requiredKeys: [] },
);
const groupEdits = fc.record(
  { name: names, server_set: fc.shuffledSubarray(deviceNames) },
  { requiredKeys: [] },
);

interface Step {
  readonly writer: 0 | 1;
  /** The edit to save; `undefined` opens the object again. */
  readonly edit: Draft | undefined;
}

function stepsOf(edits: fc.Arbitrary<Draft>): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    writer: fc.constantFrom<0 | 1>(0, 1),
    edit: fc.option(edits, { nil: undefined, freq: 3 }),
  });
  return fc.array(step, { minLength: 4, maxLength: 10 });
}

interface Counts {
  saved: number;
  conflicts: number;
}

/**
 * Two users edit one object and save in turn as documents do: read again, decide, PATCH. A save must only change fields
 * that still have the values its writer saw, and leave all others unchanged.
 */
async function play(
  object: Editable,
  writers: readonly TestClient[],
  steps: readonly Step[],
  counts: Counts,
): Promise<void> {
  const bases = await Promise.all(writers.map(client => object.read(client)));
  for (const { writer, edit } of steps) {
    const client = existing(writers[writer]);
    const base = existing(bases[writer]);
    const server = await object.read(client);
    if (edit === undefined) {
      bases[writer] = server;
      continue;
    }
    const edited = { ...base, ...edit };
    const decision = decideSave({ base: asRead(base), edited, server, chosenOver: undefined });
    const own = patchOf(base, edited);
    if (decision.kind === 'conflict') {
      counts.conflicts += 1;
      for (const field of decision.fields) {
        assert.ok(!jsonEqual(server[field], base[field]), `${field}: conflict without a reason`);
      }
      continue;
    }
    counts.saved += 1;
    for (const field of Object.keys(decision.patch)) {
      assert.ok(Object.hasOwn(own, field), `${field}: sent, but not changed by its writer`);
      assert.deepEqual(patchOf({ [field]: server[field] }, { [field]: base[field] }), {}, `${field}: blind`);
    }
    const stored =
      Object.keys(decision.patch).length === 0 ? server : await object.update(client, decision.patch);
    const untouched = Object.keys(server).filter(
      field => !Object.hasOwn(own, field) && !ownFields.has(field),
    );
    for (const field of untouched) assert.deepEqual(stored[field], server[field], `${field}: lost`);
    bases[writer] = stored;
  }
}

describeForManners(
  `${runsEach} jobs and ${runsEach} groups, each edited by two people in turn (decision 15)`,
  manner => {
    let server: DemoServer;
    before(async () => {
      server = await startDemoServer({ jobs: 1, groups: 1, devices: 4, pace: 'still', manner });
      for (const name of deviceNames) deviceNamed(server.world, name);
    });
    after(() => server.close());

    const kinds = {
      jobs: {
        edits: jobEdits,
        object: (id: number): Editable => ({
          read: async client => toJobDraft(await client.jobs.get(id)),
          update: async (client, patch) => toJobDraft(await client.jobs.update(id, patch)),
        }),
        id: () => existing(server.world.jobs.all()[0]).id,
      },
      groups: {
        edits: groupEdits,
        object: (id: number): Editable => ({
          read: async client => toGroupDraft(await client.groups.get(id)),
          update: async (client, patch) => toGroupDraft(await client.groups.update(id, patch)),
        }),
        id: () => existing(server.world.groups.all()[0]).id,
      },
    };
    for (const [kind, { edits, object, id }] of Object.entries(kinds)) {
      it(`${kind}: no save overwrites unseen changes, and none is rejected without a reason`, async function () {
        this.timeout(60_000);
        const counts: Counts = { saved: 0, conflicts: 0 };
        const options = { baseUrl: server.url, getToken: () => server.token };
        await withClient(options, first =>
          withClient(options, second =>
            fc.assert(
              fc.asyncProperty(stepsOf(edits), steps => play(object(id()), [first, second], steps, counts)),
              { numRuns: runsEach },
            ),
          ),
        );
        assert.ok(counts.saved > runsEach && counts.conflicts > runsEach / 5, JSON.stringify(counts));
      });
    }
  },
);
