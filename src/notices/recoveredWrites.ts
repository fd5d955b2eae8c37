import * as z from 'zod/mini';
import type { RequestInfo } from '../api/errors/apiError.ts';
import { operationText } from '../api/errors/errorText.ts';
import type { WriteRecord } from '../api/transport/requestLog.ts';
import type { ActivityEntry } from '../journal/activityLog.ts';
import type { ServerConfig } from '../model/server.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { delay } from '../util/delay.ts';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';

type WrittenFields = Pick<ActivityEntry, 'before' | 'after'>;

const NamedSchema = z.looseObject({ name: z.string().check(z.minLength(1)) });

/** A bulk operation may lose many responses at once, which share one notification. */
const togetherMs = 500;

/** Notifies the user of writes that were done although their response was lost. */
export class RecoveredWrites {
  readonly #dialogs: Pick<Dialogs, 'info'>;
  readonly #localizer: Localizer;
  /** Names of objects whose writes lost their response, by server and request. */
  readonly #lost = new Map<string, string>();
  #found: string[] = [];

  constructor(dialogs: Pick<Dialogs, 'info'>, localizer: Localizer) {
    this.#dialogs = dialogs;
    this.#localizer = localizer;
  }

  /** Call with every write; only those whose response was lost but that turned out to be done are reported. */
  wrote(server: ServerConfig, { request, outcome }: WriteRecord, entry: WrittenFields): void {
    const key = `${server.id} ${request.method} ${request.path}`;
    if (outcome === 'lost') this.#lost.set(key, nameIn(entry.after) || nameIn(entry.before));
    else if (outcome === 'foundDone') this.#notify(this.#sentence(server, request, this.#lost.get(key)));
    if (outcome !== 'lost') this.#lost.delete(key);
  }

  #sentence(server: ServerConfig, { operation }: RequestInfo, name = ''): string {
    const { t } = this.#localizer;
    const words = {
      operation: operationText(operation, this.#localizer),
      server: displayText(server.name, 60),
    };
    return name === ''
      ? t('The response was lost, but “{server}” shows that this was done: {operation}.', words)
      : t('The response was lost, but “{server}” shows that this was done: {operation} “{name}”.', {
          ...words,
          name: displayText(name, 80),
        });
  }

  #notify(sentence: string): void {
    this.#found.push(sentence);
    if (this.#found.length === 1) void delay(togetherMs).then(() => this.#show());
  }

  #show(): Promise<string | undefined> {
    const [first = '', ...others] = this.#found;
    this.#found = [];
    const more = this.#localizer.plural('{count} more like this.|{count} more like this.', others.length);
    return this.#dialogs.info(others.length === 0 ? first : `${first} ${more}`);
  }
}

function nameIn(fields: unknown): string {
  const reading = NamedSchema.safeParse(fields);
  return reading.success ? reading.data.name : '';
}
