import * as vscode from 'vscode';
import { createLocalizer, type Localizer } from '../util/localizer.ts';

/** The user's language, with the translations of `l10n/`. */
export const localizer: Localizer = createLocalizer(vscode.env.language, message => vscode.l10n.t(message));
