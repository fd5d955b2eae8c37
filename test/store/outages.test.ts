import assert from 'node:assert/strict';
import { createManualClock } from '../support/manualClock.ts';
import { startMs } from './support/fakes.ts';
import {
  type Manner,
  openWindow,
  pass,
  SimulatedServer,
  type SimulatedWindow,
  settledWindow,
} from './support/simulatedServer.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function simulated(): SimulatedServer {
  return new SimulatedServer(createManualClock(startMs));
}

/** Hides the jobs from view; three of them are watched. */
function hide({ session }: SimulatedWindow): void {
  session.setAttention({ isViewVisible: false, isWindowFocused: false });
}

/** Waits until the attempt that is to notice the server's return is pending: the jobs whose status it reads. */
async function pendingAttempt(server: SimulatedServer): Promise<readonly number[]> {
  for (;;) {
    const [, id] = /job\/(\d+)\/status/.exec(server.requests.at(-1)?.path ?? '') ?? [];
    if (server.inFlight === 1 && id !== undefined) return [Number(id)];
    await pass(server.clock, 100);
  }
}

describe('an outage of 10 minutes while the jobs are hidden', () => {
  const manners: Readonly<Record<string, Manner>> = {
    'a server that refuses connections': { kind: 'refuses' },
    'a server that accepts and never responds': { kind: 'hangs' },
    'a gateway that responds with 502': { kind: 'status', status: 502 },
    'a gateway that responds with 503': { kind: 'status', status: 503 },
    'a server that asks for fewer requests': { kind: 'status', status: 429 },
  };
  for (const [kind, manner] of Object.entries(manners)) {
    it(`${kind}: at most 20 requests, one notice, and full recovery within a minute`, async () => {
      const most: number[] = [];
      for (let seed = 1; seed <= 5; seed++) {
        const server = simulated();
        const window = await settledWindow(server, seed);
        const { session, notices } = window;
        hide(window);
        const start = server.clock.steadyMs();
        server.manner = manner;
        await pass(server.clock, 10 * minuteMs);
        most.push(server.since(start).length);
        assert.deepEqual([notices.length, session.outage.state.kind], [1, 'offline']);
        server.manner = { kind: 'good' };
        // A pending request that hangs has to time out first.
        await pass(server.clock, minuteMs + 30_000);
        assert.deepEqual([session.outage.state.kind, session.jobs.state.kind], ['online', 'ready']);
        await session.dispose();
      }

      assert.ok(Math.max(...most) <= 20, `${most.join(', ')} requests`);
    });
  }

  it('a rejected token: one notice, and no request until there is another token', async () => {
    const server = simulated();
    const { session, notices } = await settledWindow(server);
    const start = server.clock.steadyMs();
    server.manner = { kind: 'status', status: 401 };
    await pass(server.clock, 10 * minuteMs);
    assert.ok(server.since(start).length <= 8, String(server.since(start).length));
    assert.equal(notices.length, 1);
    server.manner = { kind: 'good' };
    session.statuses.retryNow();
    await pass(server.clock, minuteMs);
    assert.equal(session.outage.state.kind, 'online');
    await session.dispose();
  });
});

describe('a server that returns while the jobs are in view', () => {
  const manners: Readonly<Record<string, Manner>> = {
    'refused connections': { kind: 'refuses' },
    'a gateway responds with 502': { kind: 'status', status: 502 },
    'a gateway responds with 503': { kind: 'status', status: 503 },
  };
  for (const [kind, manner] of Object.entries(manners)) {
    for (const outageMs of [3_000, 40_000, 10 * minuteMs]) {
      it(`${kind} for ${outageMs / 1_000} s: the list is read again within 5 s`, async () => {
        for (let seed = 1; seed <= 5; seed++) {
          const server = simulated();
          const { session } = await settledWindow(server, seed);
          const start = server.clock.steadyMs();
          server.manner = manner;
          await pass(server.clock, outageMs + seed * 750);
          const perMinute = server.since(start + minuteMs).length / (outageMs / minuteMs);
          assert.ok(perMinute <= 21, `${perMinute} requests a minute`);
          const isListed = session.jobs.state.kind === 'ready';
          server.manner = { kind: 'good' };
          const back = server.clock.steadyMs();
          await pass(server.clock, 5_000);
          assert.deepEqual([session.outage.state.kind, session.jobs.state.kind], ['online', 'ready']);
          const lists = server.since(back).filter(({ path }) => path.endsWith('/job/')).length;
          assert.ok(lists >= (isListed ? 0 : 1) && lists <= 2, `the list was read ${lists} times`);
          await session.dispose();
        }
      });
    }
  }

  it('is noticed within 5 s after the window has regained the focus', async () => {
    const server = simulated();
    const window = await settledWindow(server);
    server.manner = { kind: 'refuses' };
    hide(window);
    await pass(server.clock, 10 * minuteMs + 7_000);
    server.manner = { kind: 'good' };
    window.session.setAttention({ isViewVisible: true, isWindowFocused: true });
    await pass(server.clock, 5_000);
    assert.deepEqual([window.session.outage.state.kind, window.session.jobs.state.kind], ['online', 'ready']);
    await window.session.dispose();
  });

  it('is noticed within 5 s even if an operation on a job cancels the pending attempt', async () => {
    const server = simulated();
    const { session } = await settledWindow(server);
    server.manner = { kind: 'refuses' };
    await pass(server.clock, minuteMs);
    server.manner = { kind: 'hangs' };
    const jobs = await pendingAttempt(server);
    server.manner = { kind: 'good' };
    session.statuses.touch(jobs);
    await pass(server.clock, 5_000);
    assert.equal(session.outage.state.kind, 'online');
    await session.dispose();
  });

  it('sends no more requests to a server that limits their rate than a hidden window does', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const server = simulated();
      const { session } = await settledWindow(server, seed);
      const start = server.clock.steadyMs();
      server.manner = { kind: 'status', status: 429 };
      await pass(server.clock, 10 * minuteMs);
      assert.ok(server.since(start).length <= 20, `${server.since(start).length} requests`);
      await session.dispose();
    }
  });
});

describe('a steady 5 % of faults', () => {
  it('costs at most 10 % more requests in an hour, and is no outage', async () => {
    const counts: number[] = [];
    let noticeCount = 0;
    for (const manner of [{ kind: 'good' }, { kind: 'faulty', share: 0.05 }] as const) {
      const server = simulated();
      const { session, notices } = await settledWindow(server);
      const start = server.clock.steadyMs();
      server.manner = manner;
      await pass(server.clock, hourMs);
      counts.push(server.since(start).length);
      noticeCount += notices.length;
      assert.equal(session.jobs.state.kind, 'ready');
      await session.dispose();
    }
    const [without = 0, withFaults = 0] = counts;

    assert.ok(without > 3_000, String(without));
    assert.ok(withFaults <= without * 1.1, `${withFaults} instead of ${without}`);
    // Two consecutive failures among 150 requests a minute do happen: about once in 400 requests.
    assert.ok(noticeCount <= withFaults / 200, `${noticeCount} notices`);
  });
});

describe('Retry-After for all automatic requests (decision 20)', () => {
  const asked: readonly (readonly [string, string, number])[] = [
    ['seconds', '45', 45_000],
    ['a date', new Date(startMs + hourMs + 90_000).toUTCString(), 90_000],
    ['the most there is', '300', 300_000],
    ['an enormous number', '1000000000', 300_000],
  ];
  for (const [kind, value, leastMs] of asked) {
    it(`${kind}: no request before, and the next one within 20 % of it`, async () => {
      const server = simulated();
      const { session } = await settledWindow(server);
      const headers = { 'retry-after': value, date: new Date(startMs + hourMs).toUTCString() };
      server.manner = { kind: 'status', status: 429, headers };
      const start = server.clock.steadyMs();
      while (session.outage.state.kind === 'online') await pass(server.clock, 250);
      // Responses that are still pending request the same delay a moment later.
      await pass(server.clock, 500);
      const last = server.requests.at(-1)?.atMs ?? start;
      server.manner = { kind: 'good' };
      await pass(server.clock, leastMs * 1.3);
      const next = server.since(last + 1)[0]?.atMs ?? Number.POSITIVE_INFINITY;
      const waited = next - last;
      const longest = Math.min(leastMs * 1.2, 300_000) + 500;
      assert.ok(waited >= leastMs && waited <= longest, `${waited} ms instead of ${leastMs}`);
      await session.dispose();
    });
  }
});

describe('a clock that is set, and a computer that sleeps', () => {
  for (const [kind, byMs] of [
    ['forward', 5 * hourMs],
    ['back', -5 * hourMs],
  ] as const) {
    it(`set ${kind}: everything continues at its pace, even in an outage`, async () => {
      const server = simulated();
      const { session } = await settledWindow(server);
      server.clock.set(byMs);
      const start = server.clock.steadyMs();
      await pass(server.clock, 5 * minuteMs);
      const perMinute = server.since(start).length / 5;
      assert.ok(perMinute > 60 && perMinute <= 150, `${perMinute} a minute`);
      assert.ok(
        server.since(start).some(({ path }) => path.endsWith('/job/')),
        'the list as well',
      );

      server.manner = { kind: 'status', status: 503, headers: { 'retry-after': '120' } };
      while (session.outage.state.kind === 'online') await pass(server.clock, 250);
      await pass(server.clock, 500);
      server.clock.set(-byMs);
      const { state } = session.outage;
      const leftMs = state.kind === 'offline' ? (state.nextTryMs ?? 0) - server.clock.now() : 0;
      assert.ok(leftMs > 115_000 && leftMs <= 144_000, `shows ${leftMs} ms`);
      const outage = server.clock.steadyMs();
      await pass(server.clock, 115_000);
      assert.equal(server.since(outage).length, 0);
      server.manner = { kind: 'good' };
      await pass(server.clock, minuteMs);
      assert.equal(session.outage.state.kind, 'online');
      await session.dispose();
    });
  }

  for (const [kind, sleep] of [
    ['time stands still in it', (server: SimulatedServer) => server.clock.set(8 * hourMs)],
    ['time goes on in it', (server: SimulatedServer) => server.clock.advance(8 * hourMs)],
  ] as const) {
    it(`8 hours of sleep, ${kind}: one refresh afterwards and no burst of missed reads`, async () => {
      const server = simulated();
      const { session } = await settledWindow(server);
      sleep(server);
      const woken = server.clock.steadyMs();
      await pass(server.clock, minuteMs);
      const after = server.since(woken);
      const lists = after.filter(({ path }) => path.endsWith('/job/')).length;
      assert.ok(lists >= 1 && lists <= 2, `the list was read ${lists} times`);
      assert.ok(after.length <= 150, `${after.length} requests in the first minute`);
      const perSecond = new Map<number, number>();
      for (const { atMs } of after) {
        const second = Math.floor(atMs / 1_000);
        perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
      }
      assert.ok(Math.max(...perSecond.values()) <= 12, `${Math.max(...perSecond.values())} in a second`);
      await session.dispose();
    });
  }
});

describe('a server that restarts', () => {
  it('is not flooded: 50 windows return spread over time, each with at most 8 requests at a time', async () => {
    const server = simulated();
    const windows = [];
    for (let seed = 1; seed <= 50; seed++) windows.push(await openWindow(server, { seed, seen: 10 }));
    server.manner = { kind: 'refuses' };
    await pass(server.clock, 3 * minuteMs);
    server.manner = { kind: 'good' };
    const back = server.clock.steadyMs();
    server.mostInFlight = 0;
    await pass(server.clock, 2 * minuteMs);
    const first = windows.map(({ requests }) => requests.find(({ atMs }) => atMs >= back)?.atMs ?? back);
    const spreadMs = Math.max(...first) - Math.min(...first);

    assert.ok(spreadMs > 2_000, `the first requests of all windows within ${spreadMs} ms`);
    for (const { session } of windows) assert.equal(session.outage.state.kind, 'online');
    assert.ok(server.mostInFlight <= 8 * 50);
    await Promise.all(windows.map(({ session }) => session.dispose()));
  });
});
