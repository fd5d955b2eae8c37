import type { FormChange } from '../../protocol/formChange.ts';
import type { HostMessage } from '../../protocol/hostMessages.ts';
import type { PageMessage } from '../../protocol/pageMessages.ts';
import { PageLink } from '../dom/pageLink.ts';

/** All that a form stores while it is hidden: scroll position and focus. The text is in the document. */
export interface Place {
  readonly scrollTop: number;
  readonly focus: string;
}

/** The connection of a form to its host, which numbers the changes that it sends. */
export class HostLink extends PageLink<HostMessage, PageMessage, Place> {
  #sequence = 0;
  #acknowledged = 0;

  /** Whether the host has not yet applied all changes to the document. */
  get isWaiting(): boolean {
    return this.#acknowledged < this.#sequence;
  }

  /** Call with the number of the last change that the document includes. */
  acknowledge(sequence: number): void {
    this.#acknowledged = sequence;
  }

  /** Sends a change; returns the sequence number with which it will be acknowledged. */
  change(change: FormChange): number {
    this.#sequence += 1;
    this.send({ type: 'change', sequence: this.#sequence, change });
    return this.#sequence;
  }
}
