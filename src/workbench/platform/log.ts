import * as vscode from 'vscode';
import type { Exchange } from '../../api/transport/requestLog.ts';
import { displayText } from '../../base/displayText.ts';

/** The extension's output channel. It never contains tokens, headers or bodies. */
export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Device Automation', { log: true });

  info(message: string): void {
    this.#channel.info(displayText(message, 2_000));
  }

  error(message: string): void {
    this.#channel.error(displayText(message, 2_000));
  }

  /** Method, path, status, duration and size of one exchange. */
  exchange(serverName: string, exchange: Exchange): void {
    const { method, path, status, durationMs, bytes, attempt, failure } = exchange;
    const again = attempt > 1 ? ` (attempt ${attempt})` : '';
    const line = `${serverName}: ${method} ${path} ${status ?? failure} ${durationMs} ms ${bytes} B${again}`;
    if (status === undefined || status >= 400) this.#channel.warn(displayText(line, 2_000));
    else this.#channel.debug(displayText(line, 2_000));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
