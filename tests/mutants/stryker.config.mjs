import { partOf } from './parts.mjs'

// Mutation testing (docs/reliability.md): the code is changed in one small place at a time, and a test must fail.
const part = process.env.MUTANTS ?? 'rules-shared'

// Generated cases cost time for every change; this number finds what the full number finds.
process.env.PROPERTY_RUNS ??= '60'
// A query that is built once for all tests would be built before the change.
process.env.RENDER_PLAIN ??= 'prepared'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: process.env.MUTANTS_IN?.split(',') ?? [...partOf(part).code, '!**/*.test.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutants/living.mjs'],
  coverageAnalysis: 'perTest',
  // Not incremental, because results for constants at the top of a file would be kept when a new test notices them.
  reporters: ['living', 'clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  jsonReporter: { fileName: `.cache/mutants/${part}-report.json` },
  tempDirName: '.cache/mutants/copy',
  ignorePatterns: [
    '.cache',
    'build',
    'data',
    '.react-router',
    'test-results',
    'sample/files',
    'docs',
  ],
  // The copy is not compiled: Node and Vite strip the types.
  tsconfigFile: 'none.json',
  // Judged by try-parts.mjs, over all parts of a group.
  thresholds: { high: 98, low: 95, break: null },
  concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
  // Longer on a busy machine, where a slow run would count as noticed.
  timeoutMS: Number(process.env.MUTANTS_TIMEOUT ?? 10_000),
  dryRunTimeoutMinutes: 30,
  disableTypeChecks: false,
}
