import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { messagesSent } from '../../../../../src/base/afterSending.ts';
import type { History } from '../../../../../src/contrib/history/common/history.ts';
import { historyOf } from '../../../../../src/contrib/history/common/sessionHistory.ts';
import {
  type TimelinePageMessage,
  TimelinePageMessageSchema,
} from '../../../../../src/contrib/timeline/protocol/timelineMessages.ts';
import type { TimelineHostMessage } from '../../../../../src/contrib/timeline/protocol/timelineOverview.ts';
import type { Unsigned } from '../../../../../src/pages/protocol/signature.ts';
import type { ServerSession } from '../../../../../src/store/serverSession.ts';
import { ShownPage } from '../../../../pages/support/shownPage.ts';
import { createManualClock } from '../../../../support/manualClock.ts';
import { firstIn } from '../../../../support/pageHtml.ts';
import { asWebviewPanel } from '../../../../support/vscode/asVSCode.ts';
import { withMemoryServer } from '../../../../workbench/commands/support/memoryServer.ts';

const fake = await import('../../../../support/vscode/vscodeFake.ts');
const { TimelinePanel } = await import('../../../../../src/contrib/timeline/vscode/timelinePanel.ts');
const { Schedules } = await import('../../../../../src/workbench/servers/schedules.ts');

type MemoryServer = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** A quarter to ten on a Monday, in a time zone with a half-hour offset from UTC. */
export const present = ['2026-01-05T05:15:00Z', 'Asia/Kabul'] as const;

/** A schedule in the time zone of `present`. */
export const daily = (time: string, more = '') =>
  `DTSTART;TZID=Asia/Kabul:20260101T${time}00\nRRULE:FREQ=DAILY${more}`;

interface TimelineOptions {
  /** Jobs by name: their schedules, or all of their fields. */
  readonly jobs: Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;
  /** Further changes to the server. */
  readonly before?: (memoryServer: MemoryServer['memoryServer']) => void;
  /** The page state that VS Code stored before a reload. */
  readonly state?: unknown;
  readonly hasServer?: boolean;
  readonly serverZone?: string;
  /** Fills what is known of past runs; without it, nothing is. */
  readonly watched?: (history: History) => void;
  /** The time that each schedule, and every other measured step, takes. */
  readonly stepMs?: number;
}

/** The page of the timeline with its host, over a server in memory. */
export async function withTimeline(
  options: TimelineOptions,
  use: (given: MemoryServer & Awaited<ReturnType<typeof openTimeline>>) => Promise<void>,
): Promise<void> {
  await withMemoryServer(async memoryServer => {
    Object.entries(options.jobs).forEach(([name, job], index) => {
      const fields = typeof job === 'string' ? { params: job } : job;
      memoryServer.memoryServer.jobs.set(index + 1, { name, enabled: true, ...fields });
    });
    options.before?.(memoryServer.memoryServer);
    const opened = await openTimeline(memoryServer, options);
    await use({ ...memoryServer, ...opened });
    opened.closed.fire();
    opened.page.close();
  });
}

async function openTimeline(
  { session: opened }: MemoryServer,
  { state, hasServer = true, serverZone, stepMs = 0, watched }: TimelineOptions,
) {
  const { PageLink } = await import('../../../../../src/pages/dom/pageLink.ts');
  const { TimelinePage } = await import('../../../../../src/contrib/timeline/page/timelinePage.ts');
  const session = serverZone === undefined ? opened : inZone(opened, serverZone);
  watched?.(historyOf(session));
  const manual = createManualClock(Date.now());
  const steadyMs = () => {
    manual.advance(stepMs);
    return manual.steadyMs();
  };
  const clock = { ...manual, steadyMs };
  const [changed, objects] = [new fake.EventEmitter<void>(), new fake.EventEmitter<ServerSession>()];
  const statuses = new fake.EventEmitter<ServerSession>();
  const [labels, fromPage, closed] = [
    new fake.EventEmitter<void>(),
    new fake.EventEmitter<unknown>(),
    new fake.EventEmitter<void>(),
  ];
  const [ran, sent, received]: [unknown[], TimelinePageMessage[], TimelineHostMessage[]] = [[], [], []];
  /** What the user picks next, and the messages so far. */
  const [picks, told]: [string[], string[]] = [[], []];
  const schedules = new Schedules();
  /** The schedules that were expanded. */
  const expanded: string[] = [];
  const { predictor } = schedules.of(session.server);
  const { predict } = predictor;
  Object.assign(predictor, {
    predict: (...prediction: Parameters<typeof predict>) => {
      expanded.push(prediction[0]);
      return predict(...prediction);
    },
  });
  const panels = new TimelinePanel({
    pageFiles: async () => ({ style: '', script: '' }),
    sessions: {
      active: hasServer ? session : undefined,
      onDidChange: changed.event,
      onDidChangeObjects: objects.event,
      onDidChangeStatuses: statuses.event,
    },
    schedules,
    labels: { text: (_, __, id) => `#${id}`, onDidChange: labels.event },
    notices: {
      show: async error => assert.fail(String(error)),
      note: async error => assert.fail(String(error)),
    },
    marks: { of: () => [{ tag: 'unwatched' }] },
    dialogs: {
      pick: async () => picks.shift(),
      info: async (message, ...actions) => {
        told.push(message);
        return actions[0];
      },
      progress: async (_, task) => task(() => undefined, new AbortController().signal),
    },
    clock,
    runCommand: async (...command) => void ran.push(command),
  });
  let deliver = async (_: TimelineHostMessage): Promise<void> => undefined;
  const panel = {
    visible: true,
    webview: {
      options: {},
      html: '',
      cspSource: 'https://files.example',
      onDidReceiveMessage: fromPage.event,
      postMessage: async (message: TimelineHostMessage) => {
        received.push(message);
        await deliver(message);
        return true;
      },
      asWebviewUri: (of: vscode.Uri) => of,
    },
    onDidChangeViewState: new fake.EventEmitter<void>().event,
    onDidDispose: closed.event,
  };
  const open = async () => {
    panel.webview.html = '';
    await panels.deserializeWebviewPanel(asWebviewPanel(panel), state);
    for (let turn = 0; panel.webview.html === '' && turn < 1_000; turn++) {
      clock.advance(1);
      await messagesSent();
    }
  };
  await open();
  const page = new ShownPage({
    html: panel.webview.html,
    state,
    receive: message => {
      sent.push(TimelinePageMessageSchema.parse(message));
      fromPage.fire(message);
    },
  });
  const inside = firstIn<TimelineHostMessage>(panel.webview.html);
  deliver = message => page.deliver(message);
  const main = document.querySelector('main') ?? assert.fail();
  new TimelinePage(new PageLink(), main);
  /** Resolves when jobs and groups have been read and the results are visible. */
  const settled = async () => {
    await page.settled();
    clock.advance(200);
    await page.settled();
  };
  await settled();
  return {
    page,
    statuses,
    panels,
    picks,
    told,
    ran,
    clock,
    closed,
    settled,
    panel,
    open,
    expanded,
    /** The messages embedded in the page. */
    inside,
    /** Messages to the page so far. */
    received,
    /** The state that VS Code would store now, without the ID of its page. */
    state: () => {
      const { page: _, version: __, ...state } = Object(page.state);
      return state;
    },
    /** The messages since the last call, without their signatures. */
    newlySent: () => sent.splice(0).map(({ page: _, ...message }) => message),
    /** Delivers a message that the host could send. */
    deliver: (message: Unsigned<TimelineHostMessage>) => page.deliver({ ...message, page: inside[0]?.page }),
    /** The host's last overview. */
    overview: () =>
      [...inside, ...received].findLast(message => message.type === 'overview') ??
      assert.fail('nothing was shown'),
    /** Reads the server's jobs again. */
    reread: async () => {
      await session.jobs.refresh();
      objects.fire(session);
      await settled();
    },
    cell: (name: string | RegExp) => page.get('gridcell', name),
    agenda: () => page.get('listbox', 'Agenda'),
    lines: () => page.all('option', undefined, page.get('listbox', 'Agenda')).map(line => page.text(line)),
    /** What the agenda shows, and the number of its runs. */
    heading: () => page.text(document.querySelector('.agenda-head') ?? assert.fail()),
    title: () => page.text(document.querySelector('h1') ?? assert.fail()),
  };
}

/** The session of a server with this time zone in its settings. */
function inZone(session: ServerSession, timeZone: string): ServerSession {
  return Object.assign(session, { server: { ...session.server, timeZone } });
}
