import * as vscode from 'vscode';
import { type CommandId, views } from '../platform/ids.ts';
import { plural, t } from '../platform/localize.ts';
import { iconFreeText } from '../platform/safeText.ts';
import { markName } from '../servers/serverMarks.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { Clock } from '../util/clock.ts';
import { clockTime } from '../util/clockFormat.ts';
import { DeadlineScheduler } from '../util/deadlineScheduler.ts';
import { joinTexts } from '../util/displayText.ts';
import { failuresBadge, outageMessage } from './listPresentation.ts';

type ShownSessions = Pick<SessionRegistry, 'active' | 'onDidChange'>;

/** Batches changes, and updates a countdown. */
const updateMs = 250;
const countdownMs = 5_000;

/** The active server in the status bar: how many jobs execute, how many have failed unseen, and whether it responds. */
export class StatusBar implements vscode.Disposable {
  readonly #sessions: ShownSessions;
  readonly #clock: Clock;
  readonly #item = createItem('deviceAutomation', 10);
  /** A click shows the jobs that execute, whose statuses are then read. */
  readonly #executing = createItem('deviceAutomation.executing', 9);
  /** A click shows the jobs that failed. Hidden while no failure is unseen. */
  readonly #failed = createItem('deviceAutomation.failed', 8);
  readonly #onFailures: (count: number) => void;
  readonly #subscription: vscode.Disposable;
  #sessionSubscriptions: { dispose(): void }[] = [];
  #shown: ServerSession | undefined;
  /** Updates are not delayed by the next step of a countdown. */
  readonly #call: DeadlineScheduler;

  /** `onFailures` is called with the number of unseen failures. */
  constructor(sessions: ShownSessions, onFailures: (count: number) => void, clock: Clock) {
    this.#clock = clock;
    this.#call = new DeadlineScheduler(clock, () => this.#update());
    this.#sessions = sessions;
    this.#onFailures = onFailures;
    this.#item.name = 'Device Automation';
    this.#item.command = `${views.jobs}.focus`;
    filterOnClick(this.#executing, t('Jobs that are executing'), `@${t('executing')}`);
    filterOnClick(this.#failed, t('Jobs that failed'), `@${t('failed')}`);
    this.#subscription = sessions.onDidChange(() => this.#watch());
    this.#watch();
  }

  dispose(): void {
    this.#call.cancel();
    this.#subscription.dispose();
    for (const subscription of this.#sessionSubscriptions) subscription.dispose();
    for (const item of [this.#item, this.#executing, this.#failed]) item.dispose();
  }

  #watch(): void {
    const session = this.#sessions.active;
    if (session !== this.#shown) {
      for (const subscription of this.#sessionSubscriptions) subscription.dispose();
      this.#shown = session;
      const soon = () => this.#call.within(updateMs);
      this.#sessionSubscriptions =
        session === undefined
          ? []
          : [
              session.statuses.onDidChange(soon),
              session.unseenFailures.onDidChange(soon),
              session.outage.onDidChange(soon),
              session.jobs.onDidChange(soon),
            ];
    }
    this.#update();
  }

  #update(): void {
    this.#call.cancel();
    const session = this.#shown;
    this.#onFailures(session?.unseenFailures.count ?? 0);
    if (session === undefined) {
      for (const item of [this.#item, this.#executing, this.#failed]) item.hide();
      return;
    }
    const isOffline = session.outage.state.kind === 'offline';
    const executing = executingCount(session);
    const failed = session.unseenFailures.count;
    this.#item.text = `$(${isOffline ? 'debug-disconnect' : 'device-desktop'}) ${iconFreeText(markName(session.server), 60)}`;
    this.#executing.text = joinTexts(' ', '$(sync)', executing > 0 && String(executing));
    this.#failed.text = `$(error) ${failed}`;
    const executingText = plural('{count} job executing|{count} jobs executing', executing);
    describeItem(this.#executing, [executingText, t('Show Executing Jobs')]);
    describeItem(this.#failed, [failuresBadge(failed)?.tooltip ?? '', t('Show Failed Jobs')]);
    describeItem(this.#item, wordsOf(session, executing, this.#clock.now()));
    this.#item.backgroundColor = isOffline
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.show();
    this.#executing.show();
    if (failed > 0) this.#failed.show();
    else this.#failed.hide();
    if (isOffline) this.#call.within(countdownMs);
  }
}

function createItem(id: string, priority: number): vscode.StatusBarItem {
  return vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
}

/** The name is listed in the context menu of the status bar. */
function filterOnClick(item: vscode.StatusBarItem, name: string, filter: string): void {
  item.name = name;
  const command: CommandId = 'deviceAutomation.jobs.filter';
  item.command = { command, title: name, arguments: [filter] };
}

function describeItem(item: vscode.StatusBarItem, words: readonly string[]): void {
  item.tooltip = words.join('\n');
  item.accessibilityInformation = { label: words.join(', '), role: 'button' };
}

function executingCount({ statuses }: ServerSession): number {
  return [...statuses.known.values()].filter(({ kind }) => kind === 'running').length;
}

/** The text of the item, which claims no more about statuses than was read. */
function wordsOf(session: ServerSession, executing: number, nowMs: number): string[] {
  const { server, statuses, unseenFailures, outage } = session;
  let newestMs = 0;
  for (const { asOfMs } of statuses.known.values()) newestMs = Math.max(newestMs, asOfMs);
  const words = [
    markName(server),
    outageMessage(outage.state, nowMs) ?? '',
    plural('{count} job executing|{count} jobs executing', executing),
    failuresBadge(unseenFailures.count)?.tooltip ?? '',
    statuses.known.size === 0
      ? t('No status has been read yet')
      : `${plural('The status of {count} job is known|The status of {count} jobs is known', statuses.known.size)}, ${t('as of {time}', { time: clockTime(newestMs) })}`,
  ];
  return words.filter(word => word !== '');
}
