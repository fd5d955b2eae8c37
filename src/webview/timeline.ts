import { TimelineLink } from './timeline/timelineLink.ts';
import { TimelinePage } from './timeline/timelinePage.ts';

const main = document.querySelector('main');
if (main !== null) new TimelinePage(new TimelineLink(), main);
