import { offerLanguageFeatures } from '../documents/language/jsonLanguage.ts';
import { systemClock } from '../util/clock.ts';
import type { Contribution } from './contribution.ts';

/** Completion, hover, problems and lenses in the JSON of jobs and groups. */
export const jsonEditing: Contribution = workbench => ({
  disposables: [
    offerLanguageFeatures({ ...workbench, documents: workbench.openDocuments, clock: systemClock }),
  ],
});
