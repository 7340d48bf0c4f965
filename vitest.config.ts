import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['tests/support/test-server.ts'],
  setupFiles: ['tests/support/strict-console.ts'],
}

export default defineConfig({
  test: {
    // A test that forgets to wait must fail here, not on a slower machine; the times only end what hangs.
    retry: 0,
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          setupFiles: [...shared.setupFiles, 'tests/support/accounts/known-scrypt.ts'],
          include: [
            'app/**/*.test.{ts,tsx}',
            'sample/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/*.test.ts',
            'tests/http/**/*.test.ts',
          ],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
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
          globalSetup: ['tests/long/support/start-shop.ts'],
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
