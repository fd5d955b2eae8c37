import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Page } from '../../../src/api/resources/listPage.ts';
import { type ListLack, readSteady } from '../../../src/api/resources/wholeList.ts';

interface Row {
  readonly id: number;
}

type Order = 'ascending' | 'descending' | 'none';

const orders: Readonly<Record<Order, (one: Row, other: Row) => number>> = {
  ascending: (one, other) => one.id - other.id,
  descending: (one, other) => other.id - one.id,
  // As by a name that has nothing to do with the ID.
  none: (one, other) => ((one.id * 7919) % 101) - ((other.id * 7919) % 101),
};

/** A server whose rows change before some of its responses; `hidden` rows are counted but on no page. */
class Server {
  requests = 0;
  readonly #changes: ReadonlyMap<number, () => void>;
  readonly #order: Order;
  readonly #size: number;
  rows: Row[];
  hidden = 0;

  constructor(
    count: number,
    size: number,
    order: Order,
    changes: ReadonlyMap<number, (server: Server) => void>,
  ) {
    this.rows = Array.from({ length: count }, (_, at) => ({ id: (at + 1) * 3 }));
    this.#size = size;
    this.#order = order;
    this.#changes = new Map([...changes].map(([at, change]) => [at, () => change(this)]));
  }

  readonly list = async function* (this: Server, from: string | undefined): AsyncGenerator<Page<Row>> {
    for (let start: number | undefined = Number(from ?? 0); start !== undefined; ) {
      await Promise.resolve();
      this.requests += 1;
      this.#changes.get(this.requests)?.();
      const all = this.rows.toSorted(orders[this.#order]);
      const end: number = start + this.#size;
      const next = end < all.length ? end : undefined;
      yield {
        items: all.slice(start, end),
        unreadable: [],
        total: all.length + this.hidden,
        next: next === undefined ? undefined : String(next),
      };
      start = next;
    }
  }.bind(this);

  async read(): Promise<{ readonly ids: readonly number[]; readonly lack: ListLack | undefined }> {
    const { pages, lack } = await readSteady({ list: this.list, keyOf: ({ id }) => id });
    return { ids: pages.flatMap(({ items }) => items.map(({ id }) => id)), lack };
  }
}

/** One is deleted, and another is created at the same moment, so that the count stays. */
function exchange(server: Server, victim: number): void {
  const highest = server.rows.reduce((high, { id }) => Math.max(high, id), 0);
  server.rows.splice(victim % server.rows.length, 1);
  server.rows.push({ id: highest + 3 });
}

describe('the reading of a whole list', () => {
  it('misses no row, in any order, when rows are deleted and created between two requests', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Order>('ascending', 'descending', 'none'),
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.record({ before: fc.integer({ min: 1, max: 20 }), victim: fc.nat() }), { maxLength: 2 }),
        async (order, count, size, exchanges) => {
          const changes = new Map(
            exchanges.map(
              ({ before, victim }) => [before, (server: Server) => exchange(server, victim)] as const,
            ),
          );
          const server = new Server(count, size, order, changes);
          const { ids, lack } = await server.read();
          const missing = server.rows.filter(({ id }) => !ids.includes(id));
          // What was created after its last page was read is not missing: it was not there.
          const isOnlyNewest = missing.every(({ id }) => id > count * 3);
          assert.ok(lack === 'changing' || isOnlyNewest, JSON.stringify({ ids, lack, missing }));
        },
      ),
    ));

  it('ends after three readings of a list that never stays as it is, and says so', async () => {
    const always = new Map(
      Array.from({ length: 100 }, (_, at) => [at, (server: Server) => exchange(server, 0)]),
    );
    const server = new Server(9, 2, 'ascending', always);
    assert.equal((await server.read()).lack, 'changing');
    assert.ok(server.requests <= 3 * 10);
  });

  it('takes a list whose rows are fewer than its count for incomplete, however often it is the same', async () => {
    for (const count of [0, 1, 3, 9]) {
      const server = new Server(count, 3, 'ascending', new Map());
      server.hidden = 1;
      assert.equal((await server.read()).lack, 'missing');
    }
  });

  it('costs no request more if the IDs leave no gap between the pages', async () => {
    const server = new Server(0, 2, 'ascending', new Map());
    server.rows = Array.from({ length: 10 }, (_, id) => ({ id }));
    assert.equal((await server.read()).lack, undefined);
    assert.equal(server.requests, 5);
  });

  it('accepts a row that the server lists twice each time', async () => {
    const twice = { id: 2 };
    const list = async function* (from: string | undefined): AsyncGenerator<Page<Row>> {
      const rest = { items: [twice, { id: 3 }], unreadable: [], total: 4, next: undefined };
      if (from === undefined) yield { items: [{ id: 1 }, twice], unreadable: [], total: 4, next: '/2' };
      yield rest;
    };
    const { lack } = await readSteady({ list, keyOf: ({ id }: Row) => id });
    assert.equal(lack, undefined);
  });
});
