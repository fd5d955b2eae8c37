import type * as vscode from 'vscode';

/** What the user and VS Code see of a row: `label | description | icon color | context value`. */
export function rowText(item: vscode.TreeItem): string {
  const { label, description = '', contextValue = '' } = item;
  return [label, description, iconText(item.iconPath), contextValue]
    .map(part => String(part).replaceAll('\u200e', ''))
    .join(' | ');
}

function iconText(icon: vscode.TreeItem['iconPath']): string {
  if (typeof icon !== 'object' || !('id' in icon)) return '';
  return icon.color === undefined ? icon.id : `${icon.id} ${icon.color.id}`;
}

/** The rows of a tooltip's table as `label: value`, plus its other lines. */
export function tooltipTexts(item: vscode.TreeItem | vscode.MarkdownString): readonly string[] {
  const markdown = 'value' in item ? item.value : tooltipOf(item);
  return markdown
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .split('\n')
    .filter(line => line !== '' && line !== '|:--|:--|')
    .map(line => line.replace(/^\| (.*?) \| (.*) \|$/, '$1: $2'));
}

function tooltipOf({ tooltip }: vscode.TreeItem): string {
  return typeof tooltip === 'object' ? tooltip.value : String(tooltip);
}
