import type { Device } from '../../../src/api/model/device.ts';
import type { Group } from '../../../src/api/model/group.ts';
import type { Job } from '../../../src/api/model/job.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import type { JobsChange } from '../../../src/store/jobs/jobStore.ts';
import { TargetIndex } from '../../../src/store/reach/targetIndex.ts';
import { group, job } from './fakes.ts';

/** Jobs and groups that change like those of a server: unchanged ones remain the same objects. */
export class IndexedFleet {
  readonly #jobsChanged = new Emitter<JobsChange>();
  readonly #groupsChanged = new Emitter<void>();
  readonly jobs = new Map<number, Job>();
  readonly groups = new Map<number, Group>();
  /** The entries of the groups, replaced when a group changes. */
  entries: readonly { readonly key: string; readonly group: Group }[] = [];
  /** Groups whose IDs the server does not return. */
  readonly hidden = new Set<Group>();
  readonly index: TargetIndex;

  constructor() {
    const { jobs, hidden } = this;
    const entries = () => this.entries;
    this.index = new TargetIndex(
      {
        get jobs() {
          return [...jobs.values()];
        },
        get: id => jobs.get(id),
        isComplete: true,
        onDidChange: this.#jobsChanged.event,
      },
      {
        get entries() {
          return entries();
        },
        entry: key => entries().find(entry => entry.key === key),
        isComplete: true,
        identity: { known: each => (hidden.has(each) ? undefined : each.id), revision: 0 },
        onDidChange: this.#groupsChanged.event,
      },
    );
  }

  setJob(id: number, fields: Partial<Job> | undefined): void {
    const isNew = !this.jobs.has(id);
    if (fields === undefined) this.jobs.delete(id);
    else this.jobs.set(id, job(id, fields));
    this.#jobsChanged.fire(isNew || fields === undefined ? { kind: 'list' } : { kind: 'jobs', ids: [id] });
  }

  setGroup(id: number, devices: readonly Device[] | undefined, name = `Group ${id}`): void {
    if (devices === undefined) this.groups.delete(id);
    else this.groups.set(id, group(name, { id, server_set: devices }));
    this.entries = [...this.groups].map(([key, value]) => ({ key: `id:${key}`, group: value }));
    this.#groupsChanged.fire();
  }
}
