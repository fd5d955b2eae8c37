import type { ObjectKind } from '../fields/objectFields.ts';
import type { ServerConfig } from '../model/server.ts';
import type { ServerSession } from '../store/serverSession.ts';

/** An object on the server; a group of a server without IDs has none. */
export interface FoundObject {
  readonly id: number | undefined;
  readonly name: string;
}

/** Objects that may be what a create whose response was lost has made. */
export interface FoundObjects {
  readonly session: ServerSession;
  readonly kind: ObjectKind;
  readonly found: readonly FoundObject[];
  /** The name that was searched for. */
  readonly name: string;
}

/** The actions of a notice about a server's error; the composition root connects them to the commands. */
export interface ServerActions {
  signIn(server: ServerConfig): Promise<void>;
  changeUrl(server: ServerConfig, url: string): Promise<void>;
  trustCertificate(server: ServerConfig): Promise<void>;
}
