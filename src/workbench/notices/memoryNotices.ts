import type { ServerConfig } from '../../api/model/server.ts';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { joinTexts } from '../../base/displayText.ts';
import { linkText } from '../../base/linkedText.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import type { SetAside, Unread } from '../platform/memory.ts';
import type { Reports } from '../reports/reports.ts';
import type { SecretKind } from '../servers/tokens.ts';

export interface MemoryNoticeParts {
  readonly dialogs: Dialogs;
  readonly log: Pick<Log, 'error' | 'show'>;
  readonly clock: Clock;
  readonly aside: () => readonly SetAside[];
  readonly reports: Pick<Reports, 'show'>;
}

/** Unreadable data is found at startup, all at once, and reported in one notification. */
const collectMs = 500;

export function memoryNotices({ dialogs, log, clock, aside, reports }: MemoryNoticeParts) {
  let found: Unread[] = [];
  let pending: ScheduledCall | undefined;
  const notify = async (): Promise<void> => {
    const meanings = (kind: Unread['kind']) =>
      [...new Set(found.filter(unread => unread.kind === kind).map(unread => unread.meaning()))].join(' ');
    const [broken, newer] = [meanings('broken'), meanings('newer')];
    found = [];
    pending = undefined;
    const show = t('Show Unreadable Data');
    const showLog = t('Show Log');
    const actions = broken === '' ? [showLog] : [show, showLog];
    const text = joinTexts(
      ' ',
      broken !== '' && t('Some stored data could not be read and was set aside. {what}', { what: broken }),
      newer !== '' &&
        t(
          'Some stored data is from a newer version of this extension and is left unchanged; changes last until this window closes. {what}',
          { what: newer },
        ),
    );
    const answer = await dialogs.warn(text, ...actions);
    if (answer === showLog) log.show();
    if (answer !== show) return;
    const read = async () => linkText(JSON.stringify(aside(), undefined, 2).split('\n'));
    // VS Code already stores the data, so the report need not be.
    await reports.show({ key: 'memory', title: t('Unreadable Data'), read, isTransient: true });
  };
  return {
    note(unread: Unread): void {
      const what =
        unread.kind === 'broken' ? 'could not be read and was set aside' : 'is from a newer version';
      log.error(`the value stored as “${unread.key}” ${what}: ${unread.meaning()}`);
      found.push(unread);
      pending ??= clock.schedule(collectMs, () => void notify());
    },
    dispose: () => pending?.dispose(),
  };
}

/** Notifies the user that VS Code's secret storage failed, and what this means for the token or the passphrase. */
export function secretNotices(
  dialogs: Dialogs,
  log: Pick<Log, 'error' | 'show'>,
  kind: SecretKind = 'token',
): (error: unknown, server: ServerConfig, act: keyof (typeof failureTexts)[SecretKind]) => void {
  let hasReportedReading = false;
  const notify = async (text: string) => {
    const showLog = t('Show Log');
    if ((await dialogs.warn(text, showLog)) === showLog) log.show();
  };
  return (error, server, act) => {
    log.error(`VS Code's secret storage failed (${act}): ${String(error)}`);
    // Every request reads the token, so one notification is enough.
    if (act === 'get' && hasReportedReading) return;
    if (act === 'get') hasReportedReading = true;
    void notify(t(failureTexts[kind][act], { server: server.name }));
  };
}

const failureTexts = {
  token: {
    get: 'VS Code cannot read its secret storage, so the token for “{server}” is not available. A token entered now is used until this window closes.',
    set: 'VS Code cannot store secrets on this computer: the token for “{server}” is used until this window closes and is not saved. On Linux, a keyring is required.',
    delete:
      'VS Code could not delete the token for “{server}” from its secret storage. It is no longer used; to be sure, have it revoked on the server.',
  },
  passphrase: {
    get: 'VS Code cannot read its secret storage, so the passphrase for “{server}” is not available. One entered now is used until this window closes.',
    set: 'VS Code cannot store secrets on this computer: the passphrase for “{server}” is used until this window closes and is not saved. On Linux, a keyring is required.',
    delete:
      'VS Code could not delete the passphrase for “{server}” from its secret storage. It is no longer used.',
  },
} as const;
