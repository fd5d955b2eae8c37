import { scheduleControls } from './contrib/scheduleBuilder/page/scheduleControl.ts';
import { type FieldControls, HostLink } from './pages/form/formControl.ts';
import { FormPage } from './pages/form/page.ts';

/** Controls of contributions, by field. */
const controls: FieldControls = {
  ...scheduleControls,
};

const main = document.querySelector('main');
if (main !== null) new FormPage(new HostLink(), main, controls);
