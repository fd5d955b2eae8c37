import { systemClock } from '../../base/clock.ts';
import type { Contribution } from '../../workbench/contribution.ts';
import { offerLanguageFeatures } from './vscode/jsonLanguage.ts';

/** Completion, hover, problems and lenses in the JSON of jobs and groups. */
export const jsonEditing: Contribution = workbench => ({
  disposables: [
    offerLanguageFeatures({ ...workbench, documents: workbench.openDocuments, clock: systemClock }),
  ],
});
