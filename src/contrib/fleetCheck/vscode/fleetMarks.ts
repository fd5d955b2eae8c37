import * as vscode from 'vscode';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { type MarkSource, registerDecorations } from '../../../workbench/platform/rows/objectMarks.ts';
import type { Finding } from '../common/fleetChecker.ts';
import type { FleetFindings } from './fleetFindings.ts';

/** Marks jobs and groups with findings. */
export function fleetMarks(findings: Pick<FleetFindings, 'of' | 'onDidChange'>): MarkSource {
  return {
    markOf(serverId, object) {
      const found = findings.of(serverId, object);
      const [worst] = found;
      if (worst === undefined) return undefined;
      return {
        tag: 'found',
        spoken: plural('{count} finding|{count} findings', found.length),
        fact: [t('Fleet check'), findingTexts(found)],
        // Notes are only in the tooltip.
        ...(worst.severity === 'information' ? {} : { decoration: worst.severity }),
      };
    },
    onDidChange: listener =>
      findings.onDidChange(({ serverId, objects }) => listener({ serverId, rows: objects })),
  };
}

/** The same colors as of files with problems. */
export function fleetDecorations(): vscode.Disposable {
  const decorationOf = (text: string, color: string) => () =>
    new vscode.FileDecoration('!', text, new vscode.ThemeColor(color));
  return registerDecorations({
    error: decorationOf(t('Fleet check: error'), 'list.errorForeground'),
    warning: decorationOf(t('Fleet check: warning'), 'list.warningForeground'),
  });
}

const textsAtMost = 5;

function findingTexts(findings: readonly Finding[]): readonly string[] {
  const more = findings.length - textsAtMost;
  const texts = findings.slice(0, textsAtMost).map(({ text }) => text);
  return more <= 0 ? texts : [...texts, plural('{count} more finding|{count} more findings', more)];
}
