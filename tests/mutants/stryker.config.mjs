import { partOf } from './parts.mjs'

// Mutation testing (docs/reliability.md): the code is changed in one small place after the other, and a test must fail.
const part = process.env.MUTANTS ?? 'rules'

// Made-up cases cost time at every change; these find what the full number does.
process.env.PROPERTY_RUNS ??= '60'
// A query that is built once for all tests would be built before it is changed.
process.env.RENDER_PLAIN ??= 'prepared'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: process.env.MUTANTS_IN?.split(',') ?? [...partOf(part).code, '!**/*.test.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutants/living.mjs'],
  coverageAnalysis: 'perTest',
  // Not incremental: results of constants at the top of a file are kept when a test is added that notices them.
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
  // Nothing in the copy is compiled: Node and Vite read the types away.
  tsconfigFile: 'none.json',
  thresholds: { high: 98, low: 95, break: 95 },
  concurrency: Number(process.env.MUTANTS_AT_ONCE ?? 2),
  // More on a busy machine, where what is only late would count as noticed.
  timeoutMS: Number(process.env.MUTANTS_TIMEOUT ?? 10_000),
  dryRunTimeoutMinutes: 30,
  disableTypeChecks: false,
}
