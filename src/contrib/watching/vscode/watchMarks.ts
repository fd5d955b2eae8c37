import * as vscode from 'vscode';
import { t } from '../../../workbench/platform/localize.ts';
import { type MarkSource, registerDecorations } from '../../../workbench/platform/rows/objectMarks.ts';
import type { WatchList } from './watchList.ts';

/** Marks watched jobs. */
export function watchMarks(
  watchList: Pick<WatchList, 'isWatched' | 'isWatchingAll' | 'onDidChange'>,
): MarkSource {
  return {
    markOf(serverId, object) {
      if (object.kind !== 'job') return undefined;
      if (!watchList.isWatched(serverId, object.id)) return { tag: 'unwatched' };
      return {
        tag: 'watched',
        spoken: t('watched'),
        fact: [t('Watched'), t('yes')],
        // A badge on each job would mean nothing.
        ...(watchList.isWatchingAll(serverId) ? {} : { decoration: 'watched' }),
      };
    },
    onDidChange: listener => watchList.onDidChange(() => listener({ serverId: undefined, rows: undefined })),
  };
}

export function watchDecorations(): vscode.Disposable {
  return registerDecorations({ watched: () => new vscode.FileDecoration('◉', t('Watched')) });
}
