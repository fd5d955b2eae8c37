import { fleetActions } from '../fleetProblems/fleetActions.ts';
import { FleetChecks } from '../fleetProblems/fleetChecks.ts';
import { fleetDecorations, fleetMarks } from '../fleetProblems/fleetMarks.ts';
import { FleetProblems } from '../fleetProblems/fleetProblems.ts';
import { FleetSettings } from '../servers/fleetChoices.ts';
import { FleetFindings } from '../servers/fleetFindings.ts';
import type { Host } from './host.ts';

/** Creates the check of all jobs and groups: its problems, their quick fixes, and what commands need. */
export function createFleetCheck(host: Host) {
  const { marks, tabs } = host;
  const findings = new FleetFindings();
  const fleetSettings = new FleetSettings(host.settingsFile);
  const checks = new FleetChecks({ ...host, fleetFindings: findings, fleetSettings });
  const problems = new FleetProblems({
    ...host,
    fleetFindings: findings,
    documentUri: tabs.uriOf.bind(tabs),
    onFailure: error => host.log.error(`showing findings failed: ${String(error)}`),
  });
  return {
    forCommands: {
      findings,
      check: checks.check.bind(checks),
      clear: checks.clear.bind(checks),
      suppress: fleetSettings.suppress.bind(fleetSettings),
      choicesOf: fleetSettings.choicesOf.bind(fleetSettings),
    },
    disposables: [
      marks.add(fleetMarks(findings)),
      fleetDecorations(),
      fleetActions(findings),
      problems,
      checks,
      fleetSettings,
    ],
  };
}
