import * as z from 'zod/mini';

const MessagesSchema = z.array(z.unknown());

/** Takes the messages out of the page that were inside it as it was loaded. */
export function firstMessages(): unknown[] {
  const element = document.getElementById('first');
  element?.remove();
  return MessagesSchema.parse(JSON.parse(element?.textContent ?? '[]'));
}
