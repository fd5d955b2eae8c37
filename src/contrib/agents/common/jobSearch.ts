import * as z from 'zod/mini';
import type { Job } from '../../../api/model/job.ts';
import type { CallOptions } from '../../../api/transport/requester.ts';
import { foldText } from '../../../base/foldText.ts';
import { englishLocalizer } from '../../../base/localizer.ts';
import { responseSlices } from '../../../base/slices.ts';
import { dayMs } from '../../../recurrence/text/calendarDay.ts';
import { wallOfDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import { searchedTexts, unknownOfFilter } from '../../../store/filter/filterSets.ts';
import {
  type FilterWords,
  isBlankFilter,
  type TypedFilter,
  unknownTermText,
} from '../../../store/filter/filterText.ts';
import {
  englishFilterWords,
  englishTerms,
  type JobFilter,
  needsReach,
  needsStatuses,
  parseJobFilter,
} from '../../../store/filter/jobFilter.ts';
import { searchJobs } from '../../../store/filter/jobSearch.ts';
import type { Unknown } from '../../../store/reach/targetIndex.ts';
import { unknownTexts } from '../../../store/reach/unknownTexts.ts';
import { sweepStatuses } from '../../../store/statuses/statusSweep.ts';
import { historyTerms } from '../../history/common/historyTerms.ts';
import { clashTerm } from '../../timeline/common/clashTerm.ts';
import { agentText } from './agentText.ts';
import { ToolError } from './fleet.ts';
import { type ListedPart, readList, readReach, type ServerCall } from './serverCall.ts';
import { optionalInput } from './tool.ts';

export const serverInput = {
  server: optionalInput('Name or ID. Default: the usual server.', z.string()),
};

/** A list of more jobs is none that a person reviews. */
export const mostJobs = 500;
export const idsInput = z.array(z.int().check(z.minimum(0))).check(z.minLength(1), z.maxLength(mostJobs));

/** What a filter of jobs may say is explained by `find_jobs` alone. */
export const filterInput = optionalInput('As in find_jobs.', z.string().check(z.maxLength(1_000)));

/** The tools and what they take are fixed, so these are the terms of all contributions. */
const terms = englishTerms([clashTerm, ...historyTerms])
  .map(term => `@${term}`)
  .join(' ');

export const explainedFilterInput = optionalInput(
  `All parts must hold: words of the name; #12 for an ID; device PC-042 or group "Front Office" for what a job reaches; the terms ${terms} (@queued to @other are statuses, one request per job; @notseen, @long and @never are about past runs). A time means runs seen since then: @failed since yesterday, @succeeded since 12h. A dash negates a part: -@disabled.`,
  z.string().check(z.maxLength(1_000)),
);

/** The jobs that a filter finds, and of what it speaks. */
export interface FoundJobs {
  readonly jobs: readonly Job[];
  readonly part: ListedPart;
  /** What may be missing because it is not known, as sentences. */
  readonly unknown: readonly string[];
  /** Of how many jobs past runs are known, as sentences, if the filter is about them. */
  readonly watched: readonly string[];
  /** Whether the statuses of the jobs were read for it. */
  readonly hasStatuses: boolean;
}

/** Each status is a request, and nobody waits for more. */
const mostStatuses = 2_000;
const freshStatusMs = 60_000;

/** Finds jobs by the terms of the Jobs view. */
export async function findJobs(text: string | undefined, call: ServerCall): Promise<FoundJobs> {
  const filter = filterOf(text, call);
  const part = needsReach(filter) ? await readReach(call) : await readList(call, 'jobs');
  const { session, outlook, fleet, nowMs, signal } = call;
  const source = {
    session,
    outlook,
    findReaderZone: () => fleet.readerZone,
    nowMs,
    readStatuses: (jobs: readonly Job[]) => readStaleStatuses(jobs, call),
  };
  const jobs = await searchJobs(filter, source, responseSlices(signal));
  const unread = call.unreadStatuses.size;
  const unknown = unknownSentences(unknownOfFilter(filter, session.targets), call);
  return {
    jobs,
    part,
    unknown: [...unknown, ...(unread > 0 ? [`Statuses that cannot be read: ${unread}`] : [])],
    watched: await searchedTexts(filter, { ...source, jobs: session.jobs.jobs }, englishLocalizer),
    hasStatuses: needsStatuses(filter),
  };
}

/** What may reach a device or a group without being known, as sentences. */
export function unknownSentences(unknown: Unknown, { server, fleet }: ServerCall): readonly string[] {
  const nameDynamicGroup = (id: number) => fleet.label(server, 'dynamic_groups', id) ?? `#${id}`;
  return unknownTexts(unknown, { localizer: englishLocalizer, nameDynamicGroup });
}

function filterOf(text: string | undefined, { fleet }: ServerCall): JobFilter {
  const words = englishFilterWords(fleet.filterTerms);
  const filter = parseJobFilter(text ?? '', words);
  checkFilter(text, filter, words, terms);
  return filter;
}

/** Throws if a filter has unknown terms, or says nothing: it may be made from a variable that is not set. */
export function checkFilter(
  text: string | undefined,
  { unknown }: TypedFilter<unknown, string>,
  words: FilterWords<unknown, string>,
  termsText: string,
): void {
  const problem = unknownTermText(unknown, words.terms.keys(), englishLocalizer);
  if (problem !== undefined) throw new ToolError(`${problem} Terms: ${termsText}.`);
  if (text !== undefined && isBlankFilter(text, words.kinds))
    throw new ToolError(
      `The filter ${JSON.stringify(agentText(text))} is blank, or a name in it is. Leave it out to find all, or say what to find.`,
    );
}

/** Reads the statuses that are older than this. */
export async function readStaleStatuses(
  jobs: readonly Job[],
  { session, fleet, signal, unreadStatuses }: ServerCall,
  maxAgeMs = freshStatusMs,
): Promise<void> {
  const sinceMs = fleet.nowMs() - maxAgeMs;
  const ids = jobs.map(({ id }) => id).filter(id => (session.statuses.get(id)?.asOfMs ?? 0) < sinceMs);
  if (ids.length > mostStatuses)
    throw new ToolError(
      `This would read ${ids.length} statuses, one request each; at most ${mostStatuses} are read at once. Narrow the filter by words, a group or a device.`,
    );
  const read = (id: number, options?: CallOptions) =>
    session.statuses.read(id, options).catch((error: unknown) => {
      unreadStatuses.add(id);
      throw error;
    });
  await sweepStatuses({ read }, ids, { signal });
}

/** The job of this ID or full name, as it is on the server now. */
export async function oneJob(
  { id, name }: { readonly id?: number | undefined; readonly name?: string | undefined },
  call: ServerCall,
): Promise<Job> {
  const { session } = call;
  if (id !== undefined) return session.jobs.read(id, { signal: call.signal });
  if (name === undefined) throw new ToolError('Pass the id or the full name of the job.');
  await readList(call, 'jobs');
  const key = foldText(name.trim());
  const found = session.jobs.jobs.filter(job => foldText(job.name.trim()) === key);
  const [only, ...others] = found;
  if (only === undefined)
    throw new ToolError(`No job has the name ${JSON.stringify(agentText(name))}. Find it with find_jobs.`);
  if (others.length > 0)
    throw new ToolError(
      `Several jobs have this name: IDs ${found.map(job => job.id).join(', ')}. Pass an id.`,
    );
  return session.jobs.read(only.id, { signal: call.signal });
}

const localTimePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/;

export const localTimeInput = (what: string) =>
  optionalInput(
    `${what}, as 2026-01-31T18:00 in server time, or a date.`,
    z.string().check(z.regex(localTimePattern, 'YYYY-MM-DD or YYYY-MM-DDTHH:MM, local time of the server')),
  );

/** A window of time, its end excluded. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The window of a call, exactly as it asks: from now on, or until now if `isPast`. Throws if it ends before it begins,
 * or is longer than allowed.
 */
export function windowOf(
  [from, to]: readonly [from: string | undefined, to: string | undefined],
  { zone, nowMs }: Pick<ServerCall, 'zone' | 'nowMs'>,
  { usualDays, mostDays = Number.POSITIVE_INFINITY, isPast = false }: WindowLimits,
): TimeWindow {
  const [begin, end] = [from, to].map(text => (text === undefined ? undefined : instantOfText(text, zone)));
  const usualMs = usualDays * dayMs;
  const fromMs = begin ?? (isPast ? (end ?? nowMs) - usualMs : nowMs);
  const toMs = end ?? (isPast ? nowMs : fromMs + usualMs);
  if (toMs <= fromMs)
    throw new ToolError('The window ends before it begins: its end must be after its begin.');
  if (toMs - fromMs > mostDays * dayMs)
    throw new ToolError(`A window has at most ${mostDays} days. Ask for shorter ones.`);
  return { fromMs, toMs };
}

interface WindowLimits {
  readonly usualDays: number;
  readonly mostDays?: number;
  readonly isPast?: boolean;
}

/** Throws if there is no such day. */
function instantOfText(text: string, zone: TimeZone): number {
  const wallMs = wallOfDateTime(text.includes('T') ? text : `${text}T00:00`);
  if (wallMs === undefined) throw new ToolError(`${JSON.stringify(text)} is no date.`);
  return zone.toInstant(wallMs).instantMs;
}
