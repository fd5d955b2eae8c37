import assert from 'node:assert/strict';
import * as z from 'zod';
import { ruleIds } from '../../../src/contrib/fleetCheck/common/fleetRules.ts';
import part from '../../../src/contrib/fleetCheck/package.part.json' with { type: 'json' };

describe('the settings of the fleet check', () => {
  it('have the rules of the code', () => {
    const schema = part.contributes.configuration.properties['deviceAutomation.fleet.rules'];
    const { enum: rules } = z.looseObject({ enum: z.array(z.string()) }).parse(schema.propertyNames);
    assert.deepEqual(rules.toSorted(), ruleIds.toSorted());
  });
});
