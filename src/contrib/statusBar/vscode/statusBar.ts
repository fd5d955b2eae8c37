import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock.ts';
import { clockTime } from '../../../base/clockFormat.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { joinTexts } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { type CommandId, views } from '../../../workbench/platform/ids.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { jobName } from '../../../workbench/platform/objectNames.ts';
import { iconFreeText, markdownText } from '../../../workbench/platform/safeText.ts';
import { markName } from '../../../workbench/servers/serverMarks.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { countText, failuresBadge, outageMessage } from '../../../workbench/trees/listPresentation.ts';
import { checkCommand } from '../../doctor/common/checkCommand.ts';
import { newestRun } from '../../history/common/pastRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { executingText } from '../../history/vscode/pastRunTexts.ts';

type ShownSessions = Pick<SessionRegistry, 'active' | 'onDidChange'>;

/** Batches changes: VS Code loses a click on an item whose text changes meanwhile. */
const updateMs = 1_000;
const countdownMs = 5_000;
const elapsedMs = 60_000;
const runsAtMost = 5;
const filterCommand: CommandId = 'deviceAutomation.jobs.filter';
/** A status read earlier says nothing about now. Visible ones are read more often. */
const recentMs = 5 * 60_000;

/**
 * The active server in the status bar, with how many jobs execute and have failed unseen. A click shows these jobs, or
 * why the server does not respond.
 */
export class StatusBar implements vscode.Disposable {
  readonly #sessions: ShownSessions;
  readonly #clock: Clock;
  readonly #item = vscode.window.createStatusBarItem('deviceAutomation', vscode.StatusBarAlignment.Left, 10);
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
    this.#subscription = sessions.onDidChange(() => this.#watch());
    this.#watch();
  }

  dispose(): void {
    this.#call.cancel();
    this.#subscription.dispose();
    for (const subscription of this.#sessionSubscriptions) subscription.dispose();
    this.#item.dispose();
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
              historyOf(session).onDidChange(soon),
            ];
    }
    this.#update();
  }

  #update(): void {
    this.#call.cancel();
    const session = this.#shown;
    this.#onFailures(session?.unseenFailures.count ?? 0);
    if (session === undefined) {
      this.#item.hide();
      return;
    }
    const isOffline = session.outage.state.kind === 'offline';
    const ids = executingIds(session);
    const runs = newestRuns(ids, session);
    const long = runs.filter(({ pace }) => pace !== 'usual').length;
    const failed = session.unseenFailures.count;
    const coverage = statusCoverage(session, this.#clock.now());
    const isPartial = coverage.isListCut || coverage.read < coverage.total;
    this.#item.text = joinTexts(
      ' ',
      `$(${isOffline ? 'debug-disconnect' : 'device-desktop'}) ${iconFreeText(markName(session.server), 60)}`,
      ids.length > 0 && `$(sync) ${ids.length}${isPartial ? '+' : ''}`,
      long > 0 && `$(warning) ${long}`,
      failed > 0 && `$(error) ${failed}`,
    );
    const executingCount = joinTexts(
      ': ',
      plural('{count} job executing|{count} jobs executing', ids.length),
      isPartial && coverageText(coverage),
    );
    const links = [
      ...(isOffline
        ? [{ title: t('Check Connection'), command: checkCommand, arguments: [session.server.id] }]
        : []),
      ...(ids.length > 0 ? [filterLink(t('Show Executing Jobs'), `@${t('executing')}`)] : []),
      ...(failed > 0 ? [filterLink(t('Show Failed Jobs'), `@${t('failed')}`)] : []),
    ];
    const [shown = { title: t('Show Jobs'), command: `${views.jobs}.focus` }] = links;
    this.#item.command = shown;
    const words = [...wordsOf(session, executingCount, this.#clock.now()), ...runLines(runs)];
    this.#item.tooltip = tooltipOf(words, links);
    this.#item.accessibilityInformation = { label: [...words, shown.title].join(', '), role: 'button' };
    // The status bar allows no other backgrounds; text in a color of our own might be unreadable on that of a theme.
    const { production } = session.server;
    const background = production ? 'error' : isOffline ? 'warning' : undefined;
    this.#item.backgroundColor = background && new vscode.ThemeColor(`statusBarItem.${background}Background`);
    this.#item.show();
    if (isOffline) this.#call.within(countdownMs);
    else if (session.statuses.known.size > 0) this.#call.within(elapsedMs);
  }
}

function filterLink(title: string, filter: string): vscode.Command {
  return { title, command: filterCommand, arguments: [filter] };
}

/** The words as text, and the links below them. */
function tooltipOf(words: readonly string[], links: readonly vscode.Command[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = { enabledCommands: [filterCommand, checkCommand] };
  tooltip.appendMarkdown(words.map(markdownText).join('  \n'));
  const texts = links.map(({ title, command, arguments: args }) => {
    const query = encodeURIComponent(JSON.stringify(args));
    return `[${markdownText(title)}](command:${command}?${query})`;
  });
  if (texts.length > 0) tooltip.appendMarkdown(`\n\n${texts.join(' · ')}`);
  return tooltip;
}

interface StatusCoverage {
  /** Whether there are more jobs than `total` because pages of the list are unread. */
  readonly isListCut: boolean;
  readonly read: number;
  readonly total: number;
}

/** Of how many of all jobs the status was read recently enough to count. */
function statusCoverage({ jobs, statuses }: ServerSession, nowMs: number): StatusCoverage {
  let read = 0;
  for (const { asOfMs } of statuses.known.values()) if (asOfMs >= nowMs - recentMs) read += 1;
  const total = Math.max(read, jobs.total ?? jobs.loadedCount);
  return { read, total, isListCut: jobs.total === undefined && jobs.loadedCount > 0 && !jobs.isComplete };
}

function coverageText({ read, total, isListCut }: StatusCoverage): string {
  if (isListCut)
    return t('{read} statuses were read in the last {minutes} minutes, and not all jobs', {
      read: countText(read),
      minutes: recentMs / 60_000,
    });
  return t('{read} of {total} statuses were read in the last {minutes} minutes', {
    read: countText(read),
    total: countText(total),
    minutes: recentMs / 60_000,
  });
}

function executingIds({ statuses }: ServerSession): readonly number[] {
  return [...statuses.known].flatMap(([id, { kind }]) => (kind === 'running' ? [id] : []));
}

type ExecutingRun = NonNullable<ReturnType<typeof newestRun>> & { readonly name: string };

/** The runs under way, those that take unusually long first. */
function newestRuns(ids: readonly number[], session: ServerSession): readonly ExecutingRun[] {
  const history = historyOf(session);
  const runs = ids.flatMap((id): ExecutingRun[] => {
    const newest = newestRun(history, id);
    const job = session.jobs.get(id);
    if (newest?.run.state !== 'executing' || job === undefined) return [];
    return [{ ...newest, name: jobName(job) }];
  });
  const rankOf = ({ pace }: ExecutingRun) => ['stuck', 'long', 'usual'].indexOf(pace);
  return runs.sort((a, b) => rankOf(a) - rankOf(b) || b.elapsedMs - a.elapsedMs);
}

function runLines(runs: readonly ExecutingRun[]): readonly string[] {
  const hidden = runs.length - runsAtMost;
  return [
    ...runs.slice(0, runsAtMost).map(run => `${run.name}: ${executingText(run)}`),
    ...(hidden > 0 ? [plural('and {count} more|and {count} more', hidden)] : []),
  ];
}

/** The text of the item, which claims no more about statuses than was read. */
function wordsOf(session: ServerSession, executingCount: string, nowMs: number): string[] {
  const { server, statuses, unseenFailures, outage } = session;
  let newestMs = 0;
  for (const { asOfMs } of statuses.known.values()) newestMs = Math.max(newestMs, asOfMs);
  const words = [
    markName(server),
    outageMessage(outage.state, nowMs) ?? '',
    executingCount,
    failuresBadge(unseenFailures.count)?.tooltip ?? '',
    statuses.known.size === 0
      ? t('No status has been read yet')
      : `${plural('The status of {count} job is known|The status of {count} jobs is known', statuses.known.size)}, ${t('as of {time}', { time: clockTime(newestMs) })}`,
  ];
  return words.filter(word => word !== '');
}
