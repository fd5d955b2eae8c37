import type { ObjectKind } from '../fields/objectFields.ts';
import type { ServerConfig } from '../model/server.ts';
import type { ServerSession } from '../store/serverSession.ts';

/** An object on the server. A group has no ID if its server returns none. */
export interface FoundObject {
  readonly id: number | undefined;
  readonly name: string;
}

/** Objects that a create with a lost response may have created. */
export interface FoundObjects {
  readonly session: ServerSession;
  readonly kind: ObjectKind;
  readonly found: readonly FoundObject[];
  /** The name that was searched for. */
  readonly name: string;
}

/** What error notifications offer the user; the composition root connects them to commands. */
export interface ServerActions {
  signIn(server: ServerConfig): Promise<void>;
  changeUrl(server: ServerConfig, url: string): Promise<void>;
  trustCertificate(server: ServerConfig): Promise<void>;
}
