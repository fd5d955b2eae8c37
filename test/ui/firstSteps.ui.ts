import { useDemoFleet } from './support/demoFleet.ts';
import { takeFirstSteps } from './support/firstSteps.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('a new user', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 30, groups: 4 });

  it('connects, sees the jobs, opens one and stops it', () => takeFirstSteps(vscode.workbench, fleet.server));
});
