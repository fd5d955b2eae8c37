import { randomBytes } from 'node:crypto';
import type { ChangePlan } from '../common/changePlan.ts';
import { ToolError } from '../common/fleet.ts';

/** For how long a plan can be applied: what it was made from is checked again, but a person forgets. */
const validMs = 10 * 60_000;
/** The oldest plans are dropped. */
const mostPlans = 20;

interface PendingPlan {
  readonly plan: ChangePlan;
  readonly expiresMs: number;
}

/** Plans that were returned to a client and can be applied once. */
export class PendingPlans {
  readonly #plans = new Map<string, PendingPlan>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(plan: ChangePlan): { readonly plan: string; readonly expires: string } {
    const id = randomBytes(6).toString('hex');
    const expiresMs = this.#nowMs() + validMs;
    this.#plans.set(id, { plan, expiresMs });
    for (const oldest of [...this.#plans.keys()].slice(0, -mostPlans)) this.#plans.delete(oldest);
    return { plan: id, expires: new Date(expiresMs).toISOString() };
  }

  /** Throws `ToolError` if the plan was applied, has expired, or never existed. */
  get(id: string): ChangePlan {
    const found = this.#plans.get(id);
    if (found !== undefined && found.expiresMs >= this.#nowMs()) return found.plan;
    this.#plans.delete(id);
    throw new ToolError(
      'There is no such plan: a plan can be applied once, within ten minutes. Make a new one.',
    );
  }

  /** The plan, which cannot be applied again. */
  take(id: string): ChangePlan {
    const plan = this.get(id);
    this.#plans.delete(id);
    return plan;
  }
}
