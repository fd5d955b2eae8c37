import { HostLink } from './form/formControl.ts';
import { FormPage } from './form/page.ts';
import { ScheduleControl } from './form/scheduleControl.ts';

const main = document.querySelector('main');
if (main !== null)
  new FormPage(new HostLink(), main, { params: (context, row) => new ScheduleControl(context, row) });
