/** A message without the ID of its page, which the sender adds. */
export type Unsigned<Message> = Message extends unknown ? Omit<Message, 'page'> : never;
