import { PageLink } from '../../../pages/dom/pageLink.ts';
import { TimelinePage } from './timelinePage.ts';

const main = document.querySelector('main');
if (main !== null) new TimelinePage(new PageLink(), main);
