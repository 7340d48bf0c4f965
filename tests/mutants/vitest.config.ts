import { statSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { partOf } from './parts.mjs'
import { warmWorker } from './warm-worker.ts'

const part = process.env['MUTANTS'] ?? 'rules-shared'
const { tests } = partOf(part)

/** Runs tests beside the code first, and small files first: the first failure ends the run of a change. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      tests.findIndex((glob) => matchesGlob(relative(process.cwd(), moduleId), glob)) * 1e9 +
      statSync(moduleId).size
    return files.sort((a, b) => rank(a) - rank(b))
  }
}

// The tests beside the code, as the mutation tool runs them (stryker.config.mjs).
export default defineConfig({
  plugins: [warmWorker],
  test: {
    name: 'mutants',
    include: tests,
    globalSetup: part.startsWith('rules-') ? [] : ['tests/support/test-server.ts'],
    setupFiles: [
      'tests/support/strict-console.ts',
      // As in `npm test`: otherwise hashing a password takes a fifth of a second for every change.
      'tests/support/accounts/quick-hashing.ts',
    ],
    isolate: false,
    sequence: { sequencer: NearestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
