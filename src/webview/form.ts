import { HostLink } from './form/formControl.ts';
import { FormPage } from './form/page.ts';

const main = document.querySelector('main');
if (main !== null) new FormPage(new HostLink(), main);
