import { type Contribution, commandsWith } from '../../workbench/contribution.ts';
import { fleetActions } from './vscode/fleetActions.ts';
import { FleetChecks } from './vscode/fleetChecks.ts';
import { FleetSettings } from './vscode/fleetChoices.ts';
import { fleetCommands } from './vscode/fleetCommands.ts';
import { FleetFindings } from './vscode/fleetFindings.ts';
import { fleetDecorations, fleetMarks } from './vscode/fleetMarks.ts';
import { FleetProblems } from './vscode/fleetProblems.ts';

/** The check of all jobs and groups: its problems, their quick fixes and its report. */
export const fleetCheck: Contribution = workbench => {
  const findings = new FleetFindings();
  const fleetSettings = new FleetSettings();
  const checks = new FleetChecks({ ...workbench, fleetFindings: findings, fleetSettings });
  const problems = new FleetProblems({
    ...workbench,
    fleetFindings: findings,
    documentUri: workbench.tabs.uriOf.bind(workbench.tabs),
    onFailure: error => workbench.log.error(`showing findings failed: ${String(error)}`),
  });
  const fleet = {
    findings,
    check: checks.check.bind(checks),
    clear: checks.clear.bind(checks),
    suppress: fleetSettings.suppress.bind(fleetSettings),
  };
  return {
    commands: commandsWith({ fleet }, fleetCommands),
    marks: [fleetMarks(findings)],
    disposables: [fleetDecorations(), fleetActions(findings), problems, checks, fleetSettings],
  };
};
