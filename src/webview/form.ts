import { type FieldControls, HostLink } from './form/formControl.ts';
import { FormPage } from './form/page.ts';
import { scheduleControls } from './form/scheduleControl.ts';

/** Controls of contributions, by field. */
const controls: FieldControls = {
  ...scheduleControls,
};

const main = document.querySelector('main');
if (main !== null) new FormPage(new HostLink(), main, controls);
