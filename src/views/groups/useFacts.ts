import { type Device, deviceKey } from '../../model/device.ts';
import type { Group } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import { t } from '../../platform/localize.ts';
import { groupTitle, jobName } from '../../platform/objectNames.ts';
import { nextRunTexts, type Schedules } from '../../servers/schedules.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { yieldToHost } from '../../util/slices.ts';
import { type Fact, shortList } from '../facts.ts';

/** The jobs (with their next runs) and groups that use a device or a group, as rows of a tooltip. */
export class UseFacts {
  readonly #session: ServerSession | undefined;
  readonly #schedules: Pick<Schedules, 'of'>;

  constructor(session: ServerSession | undefined, schedules: Pick<Schedules, 'of'>) {
    this.#session = session;
    this.#schedules = schedules;
  }

  async ofDevice(device: Device): Promise<Fact[]> {
    const session = this.#session;
    await session?.targets.update(yieldToHost);
    if (session === undefined) return [];
    const key = deviceKey(device);
    const groups = session.targets.groupsWith(key).map(({ group }) => groupTitle(group));
    const jobs = session.targets.jobsOn(key).map(({ job }) => job);
    return [[t('Groups'), shortList(groups)], this.#jobsFact(jobs, session)];
  }

  async ofGroup(group: Group): Promise<Fact[]> {
    const session = this.#session;
    await session?.targets.update(yieldToHost);
    return session === undefined ? [] : [this.#jobsFact(session.targets.jobsOfGroup(group), session)];
  }

  #jobsFact(jobs: readonly Job[], { server }: ServerSession): Fact {
    const nextRun = nextRunTexts(this.#schedules, server);
    const names = jobs.map(job => t('{name} ({next})', { name: jobName(job), next: nextRun(job) }));
    return [t('Jobs'), shortList(names)];
  }
}
