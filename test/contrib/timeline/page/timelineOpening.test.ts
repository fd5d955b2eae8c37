import assert from 'node:assert/strict';
import type { TimelineHostMessage } from '../../../../src/contrib/timeline/protocol/timelineOverview.ts';
import { ShownPage } from '../../../pages/support/shownPage.ts';
import { useBrowser } from '../../../pages/support/useBrowser.ts';
import { usePresent } from '../../../pages/support/usePresent.ts';
import { firstIn } from '../../../support/pageHtml.ts';
import { daily, present, withTimeline } from './support/timelineSetup.ts';

const jobs = { Backup: daily('0300'), Noon: daily('1200'), Evening: daily('1800') };
const overviewsIn = (messages: readonly { readonly type: string }[]) =>
  messages.filter(({ type }) => type === 'overview');

describe('the page of the timeline as it opens', () => {
  useBrowser();
  usePresent(...present);

  it('is loaded with the timeline, so that it waits for no message', () =>
    withTimeline({ jobs }, async ({ inside, page, panel }) => {
      assert.deepEqual(
        inside.map(({ type }) => type),
        ['setup', 'overview'],
      );
      assert.deepEqual(overviewsIn(inside)[0], { ...overviewsIn(inside)[0], isComplete: true });
      page.close();
      const shown = new ShownPage({ html: panel.webview.html, receive: () => undefined });
      await showPage();
      assert.equal(shown.text(shown.get('status')), '3 jobs · 21 runs');
      assert.equal(shown.text(document.querySelector('.agenda-head') ?? assert.fail()), 'Agenda 21');
    }));

  it('is loaded with part of a slow timeline, and then receives the rest', () =>
    withTimeline({ jobs, stepMs: 12 }, async ({ inside, received, settled, page }) => {
      const [part] = overviewsIn(inside);
      assert.deepEqual(part, { ...part, isComplete: false });
      const isWhole = () => received.some(message => message.type === 'overview' && message.isComplete);
      for (let turn = 0; !isWhole() && turn < 100; turn++) await settled();
      assert.equal(page.text(page.get('status')), '3 jobs · 21 runs');
      assert.equal(document.querySelector('main')?.getAttribute('aria-busy'), 'false');
    }));

  it('is loaded without its contents if these take very long', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`Job ${index}`, daily('0300')]),
    );
    return withTimeline({ jobs: many, stepMs: 45 }, async given => {
      const messages = await openedAgain(given);
      assert.deepEqual(
        messages.map(({ type }) => type),
        ['setup'],
      );
    });
  });

  it('computes nothing while its page is loading, for a second at most', () =>
    withTimeline({ jobs, stepMs: 12 }, async given => {
      const { expanded, clock, page } = given;
      const before = expanded.length;
      await openedAgain(given);
      await page.settled();
      const inPage = expanded.length;
      assert.ok(inPage > before && inPage < before + 3, `${inPage - before} schedules`);
      for (let turn = 0; turn < 20; turn++) await page.settled();
      clock.advance(800);
      await page.settled();
      assert.equal(expanded.length, inPage);
      clock.advance(200);
      for (let turn = 0; expanded.length < before + 3 && turn < 100; turn++) await page.settled();
      assert.equal(expanded.length, before + 3);
    }));

  it('counts nothing and folds no hours before everything is known', () =>
    withTimeline({ jobs, stepMs: 12 }, async ({ panel, page }) => {
      page.close();
      const shown = new ShownPage({ html: panel.webview.html, receive: () => undefined });
      await showPage();
      assert.equal(shown.text(shown.get('status')), 'Loading…');
      assert.equal(document.querySelectorAll('tbody tr').length, 24);
      assert.equal(document.querySelector('main')?.getAttribute('aria-busy'), 'true');
    }));

  it('expands its schedules once, even when it is opened again soon', () =>
    withTimeline({ jobs }, async ({ expanded, open, closed, clock }) => {
      assert.deepEqual(expanded.toSorted(), Object.values(jobs).toSorted());
      closed.fire();
      clock.advance(60_000);
      await open();
      assert.equal(expanded.length, 3);
      closed.fire();
      clock.advance(600_000);
      await open();
      assert.equal(expanded.length, 6);
    }));

  it('requests everything again when it is loaded from its initial HTML', () =>
    withTimeline({ jobs }, async ({ inside, page, panel }) => {
      const { again, sent } = page.loadedAgain(panel.webview.html);
      await showPage();
      assert.deepEqual(again.all('heading'), []);
      const [overview] = overviewsIn(inside);
      await again.deliver(overview);
      assert.equal(again.text(again.get('heading', /^Plant/)), 'Plant · January 4 – 10, 2026');
      assert.equal(again.text(again.get('status')), '3 jobs · 21 runs');
      assert.equal(Object(sent[0]).hasContents, false);
    }));
});

type Given = Parameters<Parameters<typeof withTimeline>[1]>[0];

/** Opens the timeline of jobs that have been read, whose runs are forgotten; resolves with the messages in its page. */
async function openedAgain({ closed, clock, open, panel }: Given): Promise<TimelineHostMessage[]> {
  closed.fire();
  clock.advance(600_000);
  await open();
  return firstIn<TimelineHostMessage>(panel.webview.html);
}

async function showPage(): Promise<void> {
  const { PageLink } = await import('../../../../src/pages/dom/pageLink.ts');
  const { TimelinePage } = await import('../../../../src/contrib/timeline/page/timelinePage.ts');
  new TimelinePage(new PageLink(), document.querySelector('main') ?? assert.fail());
}
