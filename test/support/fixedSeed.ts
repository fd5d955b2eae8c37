import fc from 'fast-check';

/**
 * Property tests use the same values in every run, so that a run of `npm test` depends on the change under test and not
 * on luck. `PROPERTY_SEED=random npm run test:unit` and `npm run fuzz` search further.
 */
const chosen = process.env['PROPERTY_SEED'] ?? '20261122';
if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen) });
