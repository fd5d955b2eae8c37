import { type Clock, type ScheduledCall, systemClock } from '../../base/clock.ts';
import { untilAborted } from '../../base/delay.ts';
import { HttpStatusError, type RequestInfo } from '../errors/apiError.ts';

/** The first pause of a run if the server limits requests and does not say for how long; it doubles each time. */
const firstRestMs = 2_000;
const longestRestMs = 60_000;

/** The server asked for a pause that is not over, so the request was not sent. Callers see a 429. */
export class PausedError extends HttpStatusError {
  constructor(request: RequestInfo, leftMs: number) {
    super(request, { status: 429, detail: '', fieldErrors: [], retryAfterMs: leftMs, form: 'none' });
  }
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the time of day at which the pause ends. */
  readonly onWait?: ((untilMs: number) => void) | undefined;
}

/** Until when a server wants no requests (decision 20). All clients of a server in this process share it. */
export class ServerPause {
  readonly #clock: Clock;
  #untilMs = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get leftMs(): number {
    return Math.max(0, this.#untilMs - this.#clock.steadyMs());
  }

  /** Starts or prolongs the pause if the server asks for one. */
  note({ status, retryAfterMs }: Pick<HttpStatusError, 'status' | 'retryAfterMs'>): void {
    if (isLimit(status) && retryAfterMs !== undefined) this.#prolong(retryAfterMs);
  }

  /** Resolves when the pause is over, even if it was prolonged in the meantime. */
  async over({ signal, onWait }: WaitOptions = {}): Promise<void> {
    for (let leftMs = this.leftMs; leftMs > 0; leftMs = this.leftMs) {
      onWait?.(this.#clock.now() + leftMs);
      await this.#delay(leftMs, signal);
    }
  }

  /** Runs a write when the pause is over, and again if another pause kept it from sending anything. */
  async outlast<T>(write: () => Promise<T>, options: WaitOptions = {}): Promise<T> {
    for (let restMs = firstRestMs; ; restMs = Math.min(longestRestMs, restMs * 2)) {
      await this.over(options);
      try {
        return await write();
      } catch (error) {
        if (error instanceof PausedError) continue;
        if (error instanceof HttpStatusError && error.status === 429 && this.leftMs === 0)
          this.#prolong(restMs);
        if (this.leftMs === 0 || !isLimitedRead(error)) throw error;
      }
    }
  }

  #prolong(byMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, this.#clock.steadyMs() + byMs);
  }

  async #delay(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    let timer: ScheduledCall | undefined;
    const passed = new Promise<void>(resolve => {
      timer = this.#clock.schedule(delayMs, resolve);
    });
    await (signal === undefined ? passed : untilAborted(passed, signal)).finally(() => timer?.dispose());
  }
}

/** Whether the server rejected the read before a write. */
function isLimitedRead(error: unknown): boolean {
  return error instanceof HttpStatusError && isLimit(error.status) && error.request.method === 'GET';
}

function isLimit(status: number): boolean {
  return status === 429 || status === 503;
}
