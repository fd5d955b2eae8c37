import { scheduleControls } from './contrib/scheduleBuilder/page/scheduleControl.ts';
import type { FieldControls } from './pages/form/formControl.ts';

/** Controls of contributions, by field. */
export const formControls: FieldControls = {
  ...scheduleControls,
};
