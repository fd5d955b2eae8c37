import type { Exchange } from '../saves/heldServers.ts';
import { normal, objectKey, type Records } from '../saves/records.ts';

/** A command on several jobs, which remains the user's intent even after its window has closed. */
export interface SwitchCommand {
  readonly slot: number;
  readonly place: string;
  readonly ids: readonly number[];
  readonly enabled: boolean;
}

interface RunningCommand extends SwitchCommand {
  readonly sent: Set<number>;
  /** IDs of jobs that have replaced those the command was for, and since when. */
  readonly reused: Map<number, number>;
  isInterrupted: boolean;
}

/** The jobs that the user wanted to be enabled or disabled. */
export class Switches {
  readonly #ledger: Records;
  readonly #violated: (what: string) => void;
  readonly #commands: RunningCommand[] = [];

  constructor(records: Records, violated: (what: string) => void) {
    this.#ledger = records;
    this.#violated = violated;
  }

  commanded(command: SwitchCommand): void {
    this.#commands.push({ ...command, sent: new Set(), reused: new Map(), isInterrupted: false });
  }

  /** Records that a window was killed; without a slot, one that was silent for so long that it counts as killed. */
  interrupted(slot?: number): void {
    for (const command of this.#commands)
      if (slot === undefined || slot === command.slot) command.isInterrupted = true;
  }

  /** Records that the ID now belongs to another job: what was interrupted was not meant for it. */
  reused(place: string, id: number): void {
    for (const command of this.#commands)
      if (command.isInterrupted && command.place === place) command.reused.set(id, this.#ledger.now);
  }

  /** Whether the user wanted this change of a job. */
  wanted({ place, slot }: Exchange, id: number, body: Readonly<Record<string, unknown>>): boolean {
    if (Object.keys(body).join() !== 'enabled') return false;
    const commands = this.#commands.filter(
      other => other.place === place && other.ids.includes(id) && other.enabled === body['enabled'],
    );
    const command = commands.find(({ sent, reused }) => !sent.has(id) && !reused.has(id)) ?? commands.at(-1);
    if (command === undefined) return false;
    const known = this.#ledger.known({ slot, job: objectKey(place, 'jobs', id) });
    // A window cannot detect this between its own read of the job and its write.
    if (known !== undefined && known.at > (command.reused.get(id) ?? known.at))
      this.#violated(`job ${id} at ${place} is another than the one that was meant`);
    const isDone = known?.values.enabled === normal('enabled', command.enabled);
    if (command.sent.has(id) && isDone) this.#violated(`job ${id} at ${place} is switched twice`);
    command.sent.add(id);
    return true;
  }
}
