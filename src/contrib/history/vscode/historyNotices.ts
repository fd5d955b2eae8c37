import type { Dialogs } from '../../../workbench/platform/dialogs.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { Log } from '../../../workbench/platform/log.ts';
import type { HistoryFilesOptions } from '../common/historyFiles.ts';

export interface HistoryNoticeParts {
  readonly dialogs: Pick<Dialogs, 'warn'>;
  readonly log: Pick<Log, 'error' | 'show'>;
}

/** Notifies the user once that the history cannot be stored, or only in part be read. */
export function historyNotices({
  dialogs,
  log,
}: HistoryNoticeParts): Pick<HistoryFilesOptions, 'onFailure' | 'onNewer'> {
  const notified = new Set<string>();
  const notify = async (text: string) => {
    if (notified.has(text)) return;
    notified.add(text);
    const showLog = t('Show Log');
    if ((await dialogs.warn(text, showLog)) === showLog) log.show();
  };
  return {
    onFailure: error => {
      log.error(`the history of runs could not be stored or read: ${String(error)}`);
      void notify(
        t(
          'The history of runs could not be stored on this computer, or not be read completely. What this window sees is stored as soon as possible, and otherwise lasts until it closes.',
        ),
      );
    },
    onNewer: () => {
      log.error('the history of runs contains files of a newer version, which are left unchanged');
      void notify(
        t(
          'Part of the history of runs is from a newer version of this extension. It is left unchanged, but not shown.',
        ),
      );
    },
  };
}
