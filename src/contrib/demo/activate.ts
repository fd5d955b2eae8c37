import * as vscode from 'vscode';
import type { Activate } from '../../workbench/platform/activation/activate.ts';

/** `npm start`: runs the demo server and shows its jobs. The value may name its pace. */
export const startDemo: Activate = () => {
  if (process.env['DEVICE_AUTOMATION_DEMO'])
    void vscode.commands.executeCommand('deviceAutomation.demo.start');
};
