import { formControls } from './formControls.ts';
import { HostLink } from './pages/form/formControl.ts';
import { FormPage } from './pages/form/page.ts';

const main = document.querySelector('main');
if (main !== null) new FormPage(new HostLink(), main, formControls);
