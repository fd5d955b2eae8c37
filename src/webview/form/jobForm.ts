import { FlagInput } from './flagInput.ts';
import { FormBody, StatusLine, section } from './formBody.ts';
import type { FormContext } from './formControl.ts';
import { Picker } from './picker.ts';
import { ScheduleField } from './scheduleField.ts';
import { TextInput } from './textInput.ts';

/** The fields of a job. */
export function jobForm(context: FormContext): FormBody {
  const { texts } = context;
  const name = new TextInput(context, {
    field: 'name',
    label: texts.name,
    help: texts.nameHelp,
    isRequired: true,
  });
  const enabled = new FlagInput(context, 'enabled', texts.enabled);
  const runOnStart = new FlagInput(context, 'run_on_start', texts.runOnStart);
  const schedule = new ScheduleField(context);
  const targets = targetPickers(context);
  const work = workPickers(context);
  const count = new StatusLine('device-count');
  const warning = new StatusLine('problem warning');
  return new FormBody(
    [
      section('general', texts.general, name.element, enabled.element, runOnStart.element),
      section('schedule', texts.schedule, schedule.element),
      section(
        'targets',
        texts.targets,
        ...targets.map(picker => picker.element),
        warning.element,
        count.element,
      ),
      section('work', texts.work, ...work.pickers.map(picker => picker.element)),
    ],
    { simple: [name, enabled, runOnStart, schedule], pickers: [...targets, ...work.pickers] },
    message => {
      count.show(message.deviceCount);
      warning.show(message.deviceWarning);
      // Formats mean something only for reports (docs/api.md, "Job body").
      work.formats.element.hidden = work.reports.isEmpty;
    },
  );
}

function targetPickers(context: FormContext): Picker[] {
  const { texts } = context;
  return [
    new Picker(context, { field: 'groups', label: texts.groups, addLabel: texts.addGroup }),
    new Picker(context, {
      field: 'dynamic_groups',
      label: texts.dynamicGroups,
      addLabel: texts.addDynamicGroup,
    }),
    new Picker(context, {
      field: 'peers',
      label: texts.devices,
      addLabel: texts.addDevice,
      help: texts.addDeviceHelp,
    }),
  ];
}

function workPickers(context: FormContext) {
  const { texts } = context;
  const policies = new Picker(context, {
    field: 'policies',
    label: texts.policies,
    addLabel: texts.addPolicy,
  });
  const reports = new Picker(context, { field: 'reports', label: texts.reports, addLabel: texts.addReport });
  const formats = new Picker(context, {
    field: 'report_formats',
    label: texts.formats,
    addLabel: texts.addFormat,
  });
  return { reports, formats, pickers: [policies, reports, formats] };
}
