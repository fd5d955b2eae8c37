import type { Dialogs } from '../platform/dialogs.ts';
import { t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import type { TokenStoreParts } from '../servers/tokens.ts';

/** Notifies the user that VS Code's secret storage failed, and what this means for the token. */
export function secretNotices(
  dialogs: Dialogs,
  log: Pick<Log, 'error' | 'show'>,
): TokenStoreParts['onUnavailable'] {
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
    void notify(t(failureTexts[act], { server: server.name }));
  };
}

const failureTexts = {
  get: 'VS Code cannot read its secret storage, so the token for “{server}” is not available. A token entered now is used until this window closes.',
  set: 'VS Code cannot store secrets on this computer: the token for “{server}” is used until this window closes and is not saved. On Linux, a keyring is required.',
  delete:
    'VS Code could not delete the token for “{server}” from its secret storage. It is no longer used; to be sure, have it revoked on the server.',
} as const;
