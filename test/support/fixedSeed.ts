import fc from 'fast-check';

/**
 * Property tests use the same values in every run, so that a run of `npm test` says something about the change
 * under test and not about its luck. `PROPERTY_SEED=random npm run test:unit` looks further, and `npm run fuzz`.
 */
const chosen = process.env['PROPERTY_SEED'] ?? '20261122';
if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen) });
