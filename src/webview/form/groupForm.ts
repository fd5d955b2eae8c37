import { FormBody, StatusLine, section } from './formBody.ts';
import type { FormContext } from './formControl.ts';
import { Picker } from './picker.ts';
import { TextInput } from './textInput.ts';

/** The fields of a group. */
export function groupForm(context: FormContext): FormBody {
  const { texts } = context;
  const name = new TextInput(context, {
    field: 'name',
    label: texts.name,
    help: texts.nameHelp,
    isRequired: true,
  });
  const dn = new TextInput(context, { field: 'dn', label: texts.dn, help: texts.dnHelp });
  const devices = new Picker(context, {
    field: 'server_set',
    label: texts.devices,
    addLabel: texts.addDevice,
    help: texts.addDeviceHelp,
  });
  const warning = new StatusLine('problem warning');
  return new FormBody(
    [
      section('general', texts.general, name.element, dn.element),
      section('devices', texts.devices, devices.element, warning.element),
    ],
    { simple: [name, dn], pickers: [devices] },
    message => warning.show(message.deviceWarning),
  );
}
