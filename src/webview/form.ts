import { HostLink } from './form/hostLink.ts';
import { Page } from './form/page.ts';

const main = document.querySelector('main');
if (main !== null) new Page(new HostLink(), main);
