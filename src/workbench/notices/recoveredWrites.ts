import { operationTexts } from '../../api/errors/apiError.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import type { WriteRecord } from '../../api/transport/requestLog.ts';
import { delay } from '../../base/delay.ts';
import { displayText } from '../../base/displayText.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { Dialogs } from '../platform/dialogs.ts';

/** A bulk operation may lose many responses at once, which share one notification. */
const togetherMs = 500;

/**
 * Notifies the user of writes that were done although their response was lost. Call the result with every write and
 * what it changed.
 */
export function recoveredWriteNotices(dialogs: Pick<Dialogs, 'info'>, { t, plural }: Localizer) {
  /** Names of objects whose writes lost their response, by server and request. */
  const lost = new Map<string, string>();
  let found: string[] = [];
  const show = (): Promise<string | undefined> => {
    const [first = '', ...others] = found;
    found = [];
    const more = plural('{count} more like this.|{count} more like this.', others.length);
    return dialogs.info(others.length === 0 ? first : `${first} ${more}`);
  };
  return (server: ServerConfig, { request, outcome }: WriteRecord, name: string): void => {
    const key = `${server.id} ${request.method} ${request.path}`;
    const known = lost.get(key) ?? '';
    if (outcome === 'lost') lost.set(key, name);
    else lost.delete(key);
    if (outcome !== 'foundDone') return;
    const words = { operation: t(operationTexts[request.operation]), server: displayText(server.name, 60) };
    const sentence =
      known === ''
        ? t('The response was lost, but “{server}” shows that this was done: {operation}.', words)
        : t('The response was lost, but “{server}” shows that this was done: {operation} “{name}”.', {
            ...words,
            name: displayText(known, 80),
          });
    if (found.push(sentence) === 1) void delay(togetherMs).then(show);
  };
}
