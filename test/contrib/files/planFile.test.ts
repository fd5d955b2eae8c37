import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { fingerprintOf } from '../../../src/api/model/serverFingerprint.ts';
import { englishLocalizer as localizer } from '../../../src/base/localizer.ts';
import { atOnce } from '../../../src/base/steps.ts';
import type { Plan } from '../../../src/contrib/files/common/filePlan.ts';
import { checkStoredPlan, isPlanFor } from '../../../src/contrib/files/common/planCheck.ts';
import { planFileText, readPlanFile } from '../../../src/contrib/files/common/planFile.ts';
import { readServerState } from '../../../src/contrib/files/common/serverState.ts';
import { type Given, withFiles } from './support/filesOnServer.ts';

type Files = Parameters<Parameters<typeof withFiles>[0]>[0];

const backup = { name: 'Backup', params: '', enabled: true, policies: [1], peers: [], groups: [] };
const lab = { name: 'Lab', dn: 'CN=Lab', server_set: [] };

/** What comes of the items of a stored plan on the server as it is now, by their names. */
async function check({ session }: Given, text: string) {
  const state = await readServerState(session);
  return atOnce(checkStoredPlan(readPlanFile(text), state, localizer));
}

async function verdicts(given: Given, text: string): Promise<Record<string, string>> {
  const { ready, settled } = await check(given, text);
  return Object.fromEntries([
    ...ready.map(({ name }) => [name, 'ready']),
    ...settled.map(({ item, text: reason = 'done' }) => [item.name, reason]),
  ]);
}

/** A plan that changes, renames, creates and deletes. */
async function planAll({ memoryServer, plan }: Files): Promise<Plan> {
  memoryServer.groups.set(3, lab);
  memoryServer.jobs.set(1, backup);
  memoryServer.jobs.set(2, { ...backup, name: 'Old', policies: [7] });
  memoryServer.jobs.set(4, { ...backup, name: 'Spare' });
  return plan(
    {
      'groups/lab': lab,
      'groups/yard': { name: 'Yard', dn: 'CN=Yard' },
      'jobs/backup': { ...backup, enabled: false, groups: ['CN=Lab'] },
      'jobs/new': { name: 'New', policies: [2], groups: ['CN=Yard'] },
      'jobs/renamed': { ...backup, $previousName: 'Old', name: 'Renamed', policies: [7] },
    },
    { prune: true },
  );
}

describe('a group whose DN a file changes', () => {
  const files = (dn: string) => ({
    'groups/lab': { name: 'Lab', dn, server_set: [] },
    'jobs/new': { name: 'New', policies: [2], groups: ['cn=lab, ou=new'] },
  });

  for (const isStored of [false, true])
    it(`is targeted by its new DN in ${isStored ? 'a stored plan' : 'the same files'}, however that is spelled`, () =>
      withFiles(async given => {
        const { memoryServer, plan, apply } = given;
        memoryServer.groups.set(3, lab);
        const planned = await plan(files('CN=Lab,OU=New'));
        const stored = isStored ? await check(given, planFileText(planned, 'plant')) : planned;
        const { outcomes } = await apply({ ...planned, ...stored });
        assert.deepEqual(outcomes, ['Lab: done', 'New: done']);
        assert.deepEqual(memoryServer.groups.get(3)?.['dn'], 'CN=Lab,OU=New');
        const created = [...memoryServer.jobs.values()].find(({ name }) => name === 'New');
        assert.deepEqual(created?.['groups'], [3]);
        const again = await plan(files('Cn=LAB , Ou=new'));
        assert.deepEqual(
          again.items.map(({ action, name }) => [action, name]),
          [
            ['unchanged', 'Lab'],
            ['unchanged', 'New'],
          ],
        );
      }));

  it('does not exist for a job that names a DN that no file gives a group', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.groups.set(3, lab);
      const { items } = await plan(files('CN=Other'));
      assert.deepEqual(items.find(({ name }) => name === 'New')?.action, 'blocked');
    }));
});

describe('a stored plan', () => {
  it('is applied as it was planned, and then has nothing left to do', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const { memoryServer, apply } = given;
      const first = await check(given, text);
      const { outcomes } = await apply({ ...(await planAll(given)), ...first }, { items: first.ready });
      assert.deepEqual(outcomes, ['Yard: done', 'Backup: done', 'New: done', 'Renamed: done', 'Spare: done']);
      const yard = [...memoryServer.groups].find(([, { name }]) => name === 'Yard')?.[0];
      assert.deepEqual(memoryServer.jobs.get(1)?.['groups'], [3]);
      const created = [...memoryServer.jobs.values()].find(({ name }) => name === 'New');
      assert.deepEqual(created?.['groups'], [yard]);
      const again = await verdicts(given, text);
      assert.deepEqual(new Set(Object.values(again)), new Set(['done']));
    }));

  it('has no address of the server, and the same text for the same objects', () =>
    withFiles(async given => {
      const plan = await planAll(given);
      const text = planFileText(plan, 'plant');
      assert.equal(planFileText(await planAll(given), 'plant'), text);
      assert.ok(!text.includes(new URL(plan.server.url).host));
      const stored = readPlanFile(text);
      assert.equal(stored.server.fingerprint, fingerprintOf(plan.server.url));
      assert.equal(isPlanFor(stored, plan.server), true);
      assert.equal(isPlanFor(stored, { url: 'https://other.example' }), false);
    }));

  it('is not written with a field that may be a secret', () =>
    withFiles(async ({ memoryServer, plan }) => {
      memoryServer.jobs.set(1, { ...backup, api_key: 'old' });
      const planned = await plan({ 'jobs/a': { ...backup, api_key: 'new' } });
      assert.throws(() => planFileText(planned, undefined), {
        name: 'FilesError',
        failure: { kind: 'secret', name: 'Backup', fields: ['api_key'] },
      });
    }));

  it('is rejected after any change or cut, and if a newer version wrote it', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const stored = readPlanFile(text);
      fc.assert(
        fc.property(fc.nat(text.length - 1), fc.constantFrom('', '0', 'x', '"', ' '), (at, replacement) => {
          const edited = text.slice(0, at) + replacement + text.slice(at + 1);
          for (const other of [edited, text.slice(0, at)]) {
            // Neither spaces between values count, nor where the files are.
            const valuesOf = (json: string) => {
              const { plan, ...rest }: Stored = JSON.parse(json);
              return { ...rest, plan: { ...plan, folder: '' } };
            };
            try {
              assert.deepEqual({ ...readPlanFile(other), folder: 'plant' }, { ...stored, folder: 'plant' });
              assert.deepEqual(valuesOf(other), valuesOf(text));
            } catch (error) {
              assert.ok(error instanceof Error && error.name === 'FilesError', String(error));
            }
          }
        }),
      );
      const older = text.replace('"version": 1', '"version": 0');
      assert.throws(() => readPlanFile(older), { failure: { kind: 'notAPlan' } });
      const newer = text.replace('"version": 1', '"version": 2');
      assert.throws(() => readPlanFile(newer), { failure: { kind: 'newer' } });
    }));
});

describe('the check of a stored plan', () => {
  const changed = (fields: string) =>
    `Changed on the server in the meantime, so nothing was sent: ${fields}. Plan again.`;

  it('names each object that has changed in any field since, and leaves the others ready', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const { memoryServer } = given;
      memoryServer.jobs.set(1, { ...backup, policies: [1, 9] });
      memoryServer.jobs.delete(2);
      memoryServer.jobs.set(4, { ...backup, name: 'Spare', enabled: false });
      memoryServer.jobs.set(9, { ...backup, name: 'New', policies: [5] });
      assert.deepEqual(await verdicts(given, text), {
        Yard: 'ready',
        Backup: changed('Policies'),
        New: '“New” was created on the server in the meantime, so nothing was sent. Plan again.',
        Renamed: 'It was deleted on the server after the plan was made. Plan again.',
        Spare: changed('Enabled'),
      });
    }));

  it('ignores what the plan is not about, and fields that the API does not document', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      given.memoryServer.jobs.set(1, { ...backup, last_seen: 5 });
      given.memoryServer.jobs.set(20, { ...backup, name: 'Another' });
      assert.deepEqual(new Set(Object.values(await verdicts(given, text))), new Set(['ready']));
    }));

  it('skips what was already done, by an interrupted apply or by others', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const { memoryServer } = given;
      memoryServer.jobs.set(1, { ...backup, enabled: false, groups: [3] });
      memoryServer.jobs.delete(4);
      memoryServer.groups.set(8, { name: 'Yard', dn: 'CN=Yard', server_set: [] });
      assert.deepEqual(await verdicts(given, text), {
        Yard: 'done',
        Backup: 'done',
        Spare: 'done',
        New: 'ready',
        Renamed: 'ready',
      });
    }));

  it('does not delete a group that a job got as target since, and names the job', () =>
    withFiles(async given => {
      const { memoryServer, plan } = given;
      memoryServer.groups.set(3, lab);
      memoryServer.jobs.set(1, { ...backup, groups: [3] });
      const text = planFileText(await plan({}, { prune: true, allowEmpty: true }), 'plant');
      assert.deepEqual((await verdicts(given, text))['Lab'], 'ready');
      memoryServer.jobs.set(4, { ...backup, name: 'Scan', groups: [3] });
      assert.match((await verdicts(given, text))['Lab'] ?? '', /^The job “Scan” also targets this group/);
    }));

  it('does not send a job to another group that has the name of the planned one now', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      given.memoryServer.groups.delete(3);
      given.memoryServer.groups.set(30, lab);
      assert.equal((await verdicts(given, text))['Backup'], changed('Static groups'));
    }));
});

interface Stored {
  readonly version: number;
  readonly plan: {
    readonly counts: Record<string, number>;
    items: Record<string, unknown>[];
    managed: number;
  };
}

/** The plan after an edit by somebody who has also computed its digest. */
function forge(text: string, edit: (plan: Stored['plan']) => void): string {
  const { version, plan }: Stored = JSON.parse(text);
  edit(plan);
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...plan, folder: undefined }))
    .digest('hex');
  return JSON.stringify({ version, digest, plan });
}

function itemNamed({ items }: Stored['plan'], wanted: string): Record<string, unknown> {
  const found = items.find(({ name }) => name === wanted);
  assert.ok(found !== undefined);
  return found;
}

describe('a stored plan that was edited, with a digest that fits', () => {
  const edits: Readonly<Record<string, (plan: Stored['plan']) => void>> = {
    'another value is sent than is shown': plan => {
      itemNamed(plan, 'Backup')['sends'] = { enabled: false, groups: [3], policies: [666] };
    },
    'another job is named': plan => {
      itemNamed(plan, 'Backup')['name'] = 'Spare';
    },
    'another job is named as the former one': plan => {
      itemNamed(plan, 'Renamed')['previousName'] = 'Spare';
    },
    'it does not say what was seen': plan => void delete itemNamed(plan, 'Backup')['seen'],
    'a deletion does not say what was seen': plan => void delete itemNamed(plan, 'Spare')['seen'],
    'a create is in it twice': plan => {
      plan.items.push(itemNamed(plan, 'New'));
      plan.counts['create'] = 3;
    },
    'an object is in it twice': plan => {
      plan.items.push({
        ...itemNamed(plan, 'Backup'),
        changes: [{ field: 'params' }],
        sends: { params: '' },
      });
      plan.counts['change'] = 2;
    },
    'it counts fewer deletions than it has': plan => {
      plan.counts['delete'] = 0;
    },
    'a change is called a deletion': plan => {
      itemNamed(plan, 'Backup')['action'] = 'delete';
    },
    'a deletion is called a change': plan => {
      itemNamed(plan, 'Spare')['action'] = 'change';
    },
    'a create has the ID of an object': plan => {
      itemNamed(plan, 'New')['id'] = 1;
    },
    'a job has no ID': plan => void delete itemNamed(plan, 'Backup')['id'],
  };
  for (const [what, edit] of Object.entries(edits)) {
    it(`is rejected: ${what}`, () =>
      withFiles(async given => {
        const text = planFileText(await planAll(given), 'plant');
        assert.doesNotThrow(() => readPlanFile(forge(text, () => undefined)));
        assert.throws(() => readPlanFile(forge(text, edit)), { failure: { kind: 'edited' } });
      }));
  }

  it('shows what is sent, whatever it says of the values', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const forged = forge(text, plan => {
        itemNamed(plan, 'New')['sends'] = { name: 'New', policies: [666], groups: ['CN=Yard'] };
      });
      const { planned } = await check(given, forged);
      const changes = planned.find(({ name }) => name === 'New')?.changes;
      assert.deepEqual(changes?.find(({ field }) => field === 'policies')?.after, [666]);
    }));

  it('is not applied to a group that it does not show', () =>
    withFiles(async given => {
      given.memoryServer.groups.set(7, { name: 'Vault', dn: 'CN=Vault', server_set: [] });
      const text = planFileText(await planAll(given), 'plant');
      const forged = forge(text, plan => {
        itemNamed(plan, 'Backup')['sends'] = { enabled: false, groups: [3, 7] };
      });
      assert.match((await verdicts(given, forged))['Backup'] ?? '', /Static groups/);
    }));

  it('is not applied to an object of which it hides a part, or names another one', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const { memoryServer } = given;
      memoryServer.jobs.set(1, { ...backup, policies: [1, 9] });
      const hidden = forge(text, plan => {
        const item = itemNamed(plan, 'Backup');
        const { policies: _, ...seen } = Object(item['seen']);
        item['seen'] = seen;
      });
      assert.match((await verdicts(given, hidden))['Backup'] ?? '', /Policies/);
      const renamed = forge(text, plan => {
        const item = itemNamed(plan, 'Spare');
        item['name'] = 'Worthless';
        item['seen'] = { ...Object(item['seen']), name: 'Worthless' };
      });
      assert.match((await verdicts(given, renamed))['Worthless'] ?? '', /Name/);
    }));

  it('does not raise the number of objects that deletions are compared with', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const { managed } = await check(
        given,
        forge(text, plan => {
          plan.managed = 1_000_000;
        }),
      );
      assert.equal(managed, 4);
    }));

  it('shows for every item that may be sent exactly what is sent, after any edit', () =>
    withFiles(async given => {
      const text = planFileText(await planAll(given), 'plant');
      const { plan }: Stored = JSON.parse(text);
      const paths: (readonly (string | number)[])[] = [];
      const collect = (value: unknown, path: readonly (string | number)[]) => {
        if (path.length > 0) paths.push(path);
        if (typeof value !== 'object' || value === null) return;
        for (const [key, inner] of Object.entries(value))
          collect(inner, [...path, Array.isArray(value) ? Number(key) : key]);
      };
      collect(plan.items, []);
      const values = fc.constantFrom<unknown>(undefined, 3, 4, 666, 'Spare', 'CN=Lab', [], [666], {}, true);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), values, async (path, value) => {
          const forged = forge(text, edited => {
            const parent = path
              .slice(0, -1)
              .reduce<Record<string, unknown>>((at, key) => Object(at[key]), Object(edited.items));
            parent[String(path.at(-1))] = value;
          });
          let checked: Awaited<ReturnType<typeof check>>;
          try {
            checked = await check(given, forged);
          } catch (error) {
            assert.equal(error instanceof Error && error.name, 'FilesError', String(error));
            return;
          }
          for (const { name, object, action, changes, draft = {} } of checked.ready) {
            assert.deepEqual(
              changes.map(({ field }) => field),
              Object.keys(draft),
            );
            for (const { field, after } of changes)
              if (field !== 'groups') assert.deepEqual(after, draft[field]);
            if (action === 'delete' || action === 'change') assert.equal(name, object?.name);
            assert.equal(object === undefined, action === 'create');
          }
        }),
        { numRuns: 150 },
      );
    }));

  it('is an error in words however deeply it is nested', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
      for (const text of [deep, `{"version":1,"digest":"x","plan":${deep}}`])
        assert.throws(() => readPlanFile(text), { failure: { kind: 'notAPlan' } });
    }
  });
});
