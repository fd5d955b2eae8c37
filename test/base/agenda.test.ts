import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Agenda } from '../../src/base/agenda.ts';

describe('an agenda', () => {
  it('returns what is due in the order of the latest times', () => {
    const changes = fc.array(fc.tuple(fc.nat(20), fc.option(fc.nat(1000), { nil: undefined })));
    fc.assert(
      fc.property(changes, fc.nat(1000), (entries, nowMs) => {
        const agenda = new Agenda();
        const latest = new Map<number, number>();
        for (const [id, dueMs] of entries) {
          if (dueMs === undefined) agenda.delete(id);
          else agenda.set(id, dueMs);
          if (dueMs === undefined) latest.delete(id);
          else latest.set(id, dueMs);
        }
        const taken: number[] = [];
        for (let id = agenda.take(nowMs); id !== undefined; id = agenda.take(nowMs)) taken.push(id);
        const due = [...latest].filter(([, dueMs]) => dueMs <= nowMs);
        assert.deepEqual(
          taken.map(id => latest.get(id)),
          due.map(([, dueMs]) => dueMs).sort((a, b) => a - b),
        );
        assert.equal(agenda.size, latest.size - due.length);
      }),
    );
  });
});
