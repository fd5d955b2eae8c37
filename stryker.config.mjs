/**
 * `npm run mutation` mutates every room; `npm run mutation -- --mutate src/workbench/commands/runs/bulk.ts` mutates one file and
 * runs the tests of its room and of the whole app. `MUTATION_TESTS` selects the tests as space-separated globs, which
 * takes a minute instead of hours.
 */
const chosen = process.env.MUTATION_TESTS?.split(' ');
const mutated = process.argv[process.argv.indexOf('--mutate') + 1] ?? '';
const rooms = process.argv.includes('--mutate')
  ? [
      ...new Set(
        [...mutated.matchAll(/(?:^|,)src\/((?:contrib\/)?\w+)\//g)].map(
          ([, room]) => `test/${room}/**/*.test.ts`,
        ),
      ),
    ]
  : ['test/{base,recurrence,api,store,pages,workbench,cli,contrib}/**/*.test.ts'];

export default {
  mutate: [
    'src/{base,recurrence,api,store,pages,workbench,cli,contrib}/**/*.ts',
    '!src/recurrence/describe/words/*.ts',
  ],
  testRunner: 'mocha',
  testRunnerNodeArgs: ['--import', 'tsx', '--unhandled-rejections=strict'],
  mochaOptions: {
    config: '.mocharc.json',
    spec: chosen ?? [...rooms, 'test/app/**/*.test.ts'],
    ignore: ['test/app/interruptions.test.ts', 'test/app/saveRounds.test.ts'],
  },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  tsconfigFile: 'none, since Stryker would rewrite it by an API that TypeScript 7 has no more',
  ignorePatterns: ['.vscode-test', 'dist', 'out', '*.vsix'],
  tempDirName: 'out/stryker',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: 'out/mutation/report.html' },
  jsonReporter: { fileName: 'out/mutation/report.json' },
  eventReporter: { baseDir: 'out/mutation/events' },
  thresholds: { high: 90, low: 85, break: null },
};
