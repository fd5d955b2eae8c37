import * as z from 'zod/mini';

const MessagesSchema = z.array(z.unknown());

/** Removes and returns the messages that were embedded in the page. */
export function firstMessages(): unknown[] {
  const element = document.getElementById('first');
  element?.remove();
  return MessagesSchema.parse(JSON.parse(element?.textContent ?? '[]'));
}
