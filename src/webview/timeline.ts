import { PageLink } from './dom/pageLink.ts';
import { TimelinePage } from './timeline/timelinePage.ts';

const main = document.querySelector('main');
if (main !== null) new TimelinePage(new PageLink(), main);
