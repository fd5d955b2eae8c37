export interface Signed {
  /** The page that sends or receives the message; messages of other pages are ignored. */
  readonly page: string;
}

/** A message without the ID of its page, which the sender adds. */
export type Unsigned<Message> = Message extends unknown ? Omit<Message, 'page'> : never;

/**
 * Whether a message is from the host to this page. Nothing else is checked: only the host that created the page knows
 * its random ID, so both come from the same version of the extension.
 */
export function isFromHost<Message extends Signed>(raw: unknown, page: string): raw is Message {
  return typeof raw === 'object' && raw !== null && 'page' in raw && raw.page === page;
}

/** What VS Code stores of a page outlives its extension, so it has a version: increase it when its shape changes. */
export const stateVersion = 1;

/** What a page stores while it is hidden. */
export type Stored<State> = State & Signed & { readonly version: typeof stateVersion };

export function isStored<State>(raw: unknown): raw is Stored<State> {
  return typeof raw === 'object' && raw !== null && 'version' in raw && raw.version === stateVersion;
}
