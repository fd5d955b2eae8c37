import * as vscode from 'vscode';
import { t } from '../platform/localize.ts';

const rowScheme = 'device-automation-watched';

/** The URI that gives the row of a watched job its mark. */
export function watchedRowUri(serverId: string, jobId: number): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, authority: serverId, path: `/${jobId}` });
}

/** Marks watched jobs at the end of their rows, which leaves the descriptions free for the status. */
export class WatchMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  provideFileDecoration({ scheme }: vscode.Uri): vscode.FileDecoration | undefined {
    return scheme === rowScheme ? new vscode.FileDecoration('◉', t('Watched')) : undefined;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
