import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { Emitter } from '../../../src/util/emitter.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { user } = await import('../../support/vscode/vscodeFake.ts');
const { FleetChecks } = await import('../../../src/fleetProblems/fleetChecks.ts');
const { Memory } = await import('../../../src/platform/memory.ts');
const { FleetSettings } = await import('../../../src/servers/fleetChoices.ts');
const { FleetFindings } = await import('../../../src/servers/fleetFindings.ts');

