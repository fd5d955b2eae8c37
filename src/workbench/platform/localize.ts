import * as vscode from 'vscode';
import { createLocalizer, type Localizer } from '../../base/localizer.ts';

/** Uses the translations in `l10n/` for the user's language. */
export const localizer: Localizer = createLocalizer(vscode.env.language, message => vscode.l10n.t(message));

/** Its methods, which are all that most files need. */
export const { t, plural } = localizer;
