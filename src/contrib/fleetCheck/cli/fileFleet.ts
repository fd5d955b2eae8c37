import { visit } from 'jsonc-parser';
import type { Device } from '../../../api/model/device.ts';
import { dnKey } from '../../../api/model/distinguishedName.ts';
import { type Group, groupKey } from '../../../api/model/group.ts';
import type { Job } from '../../../api/model/job.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { listOf, stringOf } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { FileSet } from '../../files/common/fileSet.ts';
import { type FileProblem, problemIn } from '../../files/common/fileText.ts';
import type { ObjectFile } from '../../files/common/objectFiles.ts';
import type { CheckedFleet, FleetObject } from '../common/checkedFleet.ts';
import { type RuleId, ruleIds, ruleRows } from '../common/fleetRules.ts';
import { fleetOfLists } from '../common/fleetSources.ts';
import type { Suppression } from '../common/suppressions.ts';

/** The objects of a folder as a fleet, and the files that they come from. */
export interface FileFleet {
  readonly fleet: CheckedFleet;
  readonly suppressions: readonly Suppression[];
  /** Comments that were meant to suppress something. */
  readonly problems: readonly FileProblem[];
  /** Where a finding about the object is: at the field that its rule is about. */
  placeOf(object: FleetObject, rule: RuleId): FindingPlace;
}

interface FindingPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type Surroundings = Pick<CheckedFleet, 'outlook' | 'readerZone' | 'localizer' | 'nowMs'>;

/** Jobs and groups get numbers in the order of the files, because most files contain no IDs. */
export function fleetOfFiles(
  { files }: Pick<FileSet, 'files'>,
  placeIn: (path: string) => string,
  surroundings: Surroundings,
): FileFleet {
  const numbers = new Numbers();
  const groupFiles = files.filter(({ kind }) => kind === 'group');
  const jobFiles = files.filter(({ kind }) => kind === 'job');
  const groups = groupFiles.map(file => groupOf(file, numbers));
  const jobs = jobFiles.map((file, index) => jobOf(file, index + 1, numbers));
  const objectOf = (file: ObjectFile): FleetObject => {
    const index = groupFiles.indexOf(file);
    const group = groups[index];
    if (group === undefined) return { kind: 'job', id: jobFiles.indexOf(file) + 1, name: file.name };
    return {
      kind: 'group',
      rowKey: String(index),
      groupKey: groupKey(group),
      id: group.id,
      name: group.name,
    };
  };
  const comments = files.flatMap(file => commentsIn(file, surroundings.localizer));
  return {
    fleet: fleetOfLists(
      { jobs, groups },
      {
        ...surroundings,
        isOfFiles: true,
        areJobsWhole: true,
        // The files may leave out groups, so one without a file may exist.
        areGroupsWhole: false,
        labelOf: ({ id }) => placeIn(jobFiles[id - 1]?.path ?? ''),
      },
    ),
    suppressions: comments.flatMap(({ file, comment }) =>
      comment === undefined ? [] : { ...comment, object: objectOf(file) },
    ),
    problems: comments.flatMap(({ problem }) => problem ?? []),
    placeOf: (object, rule) => {
      const file = object.kind === 'job' ? jobFiles[object.id - 1] : groupFiles[Number(object.rowKey)];
      return file === undefined ? { file: '', line: 1, column: 1 } : placeOfRule(file, rule);
    },
  };
}

/** Numbers for what files refer to by name, per field. Names and `dn`s of groups in files share theirs. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(field: string, reference: unknown): number {
    if (typeof reference === 'number') return reference;
    return getOrAdd(this.#numbers, `${field} ${dnKey(String(reference))}`, () => -1 - this.#numbers.size);
  }

  name(field: string, text: string, number: number): void {
    if (text.trim() !== '') this.#numbers.set(`${field} ${dnKey(text)}`, number);
  }
}

function groupOf({ draft, name, key }: ObjectFile, numbers: Numbers): Group {
  const dn = stringOf(draft['dn']);
  const id = key ?? numbers.of('groups', dn.trim() || name);
  numbers.name('groups', dn, id);
  numbers.name('groups', name, id);
  return { id, name, dn, server_set: devicesOf(draft['server_set']), extra: {} };
}

/** A field that the file leaves to the server has a value that no rule objects to. */
function jobOf({ draft, name }: ObjectFile, id: number, numbers: Numbers): Job {
  const has = (field: string) => Object.hasOwn(draft, field);
  const idsOf = (field: string, otherwise: readonly number[]) =>
    has(field) ? listOf(draft[field]).map(item => numbers.of(field, item)) : otherwise;
  const areTargetsKnown = has('groups') && has('peers');
  const reports = idsOf('reports', []);
  const formats = listOf(draft['report_formats']).map(String);
  return {
    id,
    name,
    params: stringOf(draft['params']),
    enabled: typeof draft['enabled'] === 'boolean' ? draft['enabled'] : undefined,
    run_on_start: has('params') && has('run_on_start') ? draft['run_on_start'] === true : true,
    groups: idsOf('groups', []),
    dynamic_groups: [...idsOf('dynamic_groups', [0]), ...(areTargetsKnown ? [] : [0])],
    peers: devicesOf(draft['peers']),
    policies: idsOf('policies', [0]),
    reports,
    report_formats: has('report_formats') && has('reports') ? formats : reports.map(() => 'pdf'),
    extra: {},
  };
}

const nothing = { id: undefined, addr: '', status: '', username: '', server_id: '', connection: '' };

function devicesOf(names: unknown): Device[] {
  return listOf(names).map(name => ({ ...nothing, hostname: String(name) }));
}

interface FileComment {
  readonly file: ObjectFile;
  readonly comment?: Omit<Suppression, 'object'>;
  readonly problem?: FileProblem;
}

const marker = 'device-automation-ignore';
const commentPattern =
  /^[/*\s]*device-automation-ignore\s+([a-z-]+)(?:\s+until\s+(\d{4}-\d\d-\d\d))?\s*:\s*(.*?)[\s*/]*$/s;

/** Comments such as `// device-automation-ignore same-name until 2027-01-31: two sites`. */
function commentsIn(file: ObjectFile, { t }: Localizer): FileComment[] {
  if (!file.text.includes(marker)) return [];
  const found: FileComment[] = [];
  visit(
    file.text,
    {
      onComment: (offset, length) => {
        const text = file.text.slice(offset, offset + length);
        if (!text.includes(marker)) return;
        const [, name, until, reason = ''] = commentPattern.exec(text) ?? [];
        const rule = ruleIds.find(id => id === name);
        if (rule !== undefined && reason !== '') found.push({ file, comment: { rule, until, reason } });
        else {
          const words = { example: `// ${marker} same-name: ${t('two sites')}` };
          const advice = t(
            'This comment suppresses nothing. It needs the ID of a rule and a reason, as in {example}',
            words,
          );
          found.push({ file, problem: problemIn(file, { path: [], severity: 'warning', text: advice }) });
        }
      },
    },
    { disallowComments: false },
  );
  return found;
}

function placeOfRule(file: ObjectFile, rule: RuleId): FindingPlace {
  const field = rule === 'ambiguous-device' && file.kind === 'group' ? 'server_set' : ruleRows[rule].field;
  const { line, column } = problemIn(file, { path: [field], severity: 'warning', text: '' });
  return { file: file.path, line, column };
}
