import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const shared = {
  tags: [
    {
      name: 'slow',
      description:
        'takes a fifth of a second or more: `npm test -- --unit` leaves it to `npm test`',
    },
  ],
  globalSetup: ['tests/support/test-server.ts'],
  setupFiles: ['tests/support/strict-console.ts'],
}

/** Of these no file after them may find what they did: they replace or reload modules, or a browser's storage. */
const isLoner = (file: string) =>
  /\bvi\.(mock|resetModules)\(|support\/till\/(till|open)-store|^\/\/ Alone in its worker/m.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
const UNITS = globSync(
  [
    'app/**/*.test.{ts,tsx}',
    'sample/**/*.test.ts',
    'server/**/*.test.ts',
    'tests/*.test.ts',
    'tests/structure/*.test.ts',
    'tests/http/**/*.test.ts',
  ],
  { cwd: import.meta.dirname },
)
const unit = {
  ...shared,
  setupFiles: [...shared.setupFiles, 'tests/support/accounts/quick-hashing.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

/**
 * They wait for a minute of traffic, for starts and restores: started last, one would run alone while a processor
 * idles.
 */
const LONGEST = /\/(traffic|backup|process|big-shop|auth-attacks)\.test\.ts$/
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A test that forgets to wait must fail here, not on a slower machine; the times only end what hangs.
    retry: 0,
    maxWorkers: 2,
    // Most of what a test makes is gone with it: with room for it, a twentieth of the processor's time less.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      // The files of a worker share what they import: reading it anew took more time than the tests.
      {
        test: {
          ...unit,
          name: 'unit',
          include: UNITS.filter((file) => !isLoner(file)),
          isolate: false,
          // By `npm test -- --unit` alone: an eighth quicker, and rows then come in an order that a new database has
          // not.
          provide: { sharesShop: process.env['SHARED_SHOP'] === 'yes' },
        },
      },
      { test: { ...unit, name: 'unit-alone', include: UNITS.filter(isLoner) } },
      {
        test: {
          ...shared,
          name: 'races',
          include: ['tests/races/**/*.test.ts', 'tests/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/long/support/start-shop.ts', 'tests/support/test-server.ts'],
          setupFiles: ['tests/support/strict-console.ts'],
          // They share one shop, and the way to it.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
