import * as vscode from 'vscode';
import { findEditedObject } from '../../../workbench/documents/documentUri.ts';
import { scheme } from '../../../workbench/platform/ids.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { FleetFix } from '../common/checkedFleet.ts';
import type { FleetFindings } from './fleetFindings.ts';
import { fleetSource } from './fleetProblems.ts';

const fixCommand = 'deviceAutomation.fleet.fix';

/** What a fix does, as the title of an action. */
export function fixTitle(fix: FleetFix): string {
  switch (fix.kind) {
    case 'chooseFormats':
      return t('Choose Report Formats…');
    case 'enable':
      return t('Disable Job');
    default:
      return fix.kind === 'remove' && fix.field === 'peers'
        ? t('Remove Devices That a Group Contains…')
        : t('Remove Report Formats…');
  }
}

/** Quick fixes for the problems of open documents; elsewhere, VS Code offers none. */
export function fleetActions(fleetFindings: FleetFindings): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: ({ uri }, _range, { diagnostics }) => {
      const object = findEditedObject(uri);
      if (object?.id === undefined) return [];
      const { id, kind, serverId } = object;
      return diagnostics
        .filter(({ source }) => source === fleetSource())
        .flatMap(diagnostic => {
          const rule = typeof diagnostic.code === 'object' ? diagnostic.code.value : diagnostic.code;
          const found = fleetFindings
            .result(serverId)
            ?.findings.find(
              finding => finding.rule === rule && finding.object.kind === kind && finding.object.id === id,
            );
          if (found === undefined) return [];
          const action = (title: string, act: 'fix' | 'suppress') => {
            const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
            made.diagnostics = [diagnostic];
            const argument = { server: serverId, kind, id, rule, act };
            made.command = { command: fixCommand, title, arguments: [argument] };
            return made;
          };
          const suppress = action(t('Suppress “{rule}” Here…', { rule: found.rule }), 'suppress');
          return found.fix === undefined ? [suppress] : [action(fixTitle(found.fix), 'fix'), suppress];
        });
    },
  };
  return vscode.languages.registerCodeActionsProvider({ scheme }, provider, {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });
}
