/** A message before it says which page it belongs to. */
export type Unsigned<Message> = Message extends unknown ? Omit<Message, 'page'> : never;
