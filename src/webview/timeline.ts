import { TimelineLink } from './timelineLink.ts';
import { TimelinePage } from './timelinePage.ts';

const main = document.querySelector('main');
if (main !== null) new TimelinePage(new TimelineLink(), main);
