import * as z from 'zod/mini';

/** The page that sends or receives the message; messages of other pages are ignored. */
export const page = z.string();

/** The first message of a page. */
export const ReadySchema = z.object({
  type: z.literal('ready'),
  page,
  /** Whether the page still shows its contents; if not, it requests everything. */
  hasContents: z.boolean(),
});

/** A message without the ID of its page, which the sender adds. */
export type Unsigned<Message> = Message extends unknown ? Omit<Message, 'page'> : never;
