import type * as vscode from 'vscode';
import { iconFreeText } from './safeText.ts';

export interface QuickChoice extends vscode.QuickPickItem {
  readonly value: string;
}

/** Escapes icon syntax in a choice with server text. */
export function iconFree(choice: QuickChoice): QuickChoice {
  const { label, description, detail } = choice;
  return {
    ...choice,
    label: iconFreeText(label),
    ...(description === undefined ? {} : { description: iconFreeText(description) }),
    ...(detail === undefined ? {} : { detail: iconFreeText(detail) }),
  };
}
