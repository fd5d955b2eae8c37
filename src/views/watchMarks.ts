import * as vscode from 'vscode';
import { localizer } from '../platform/localize.ts';

const rowScheme = 'device-automation-watched';

/** The URI by which a row of a watched job gets its mark. */
export function watchedRowUri(serverId: string, jobId: number): vscode.Uri {
  return vscode.Uri.from({ scheme: rowScheme, authority: serverId, path: `/${jobId}` });
}

/** A mark at the end of the rows of watched jobs, which leaves their descriptions free for the status. */
export class WatchMarks implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #registration = vscode.window.registerFileDecorationProvider(this);

  provideFileDecoration({ scheme }: vscode.Uri): vscode.FileDecoration | undefined {
    return scheme === rowScheme ? new vscode.FileDecoration('◉', localizer.t('Watched')) : undefined;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
