import { defineConfig } from 'vitest/config'

// The tests that stand beside the code, as the tool runs them that changes it (tests/mutants/stryker.config.mjs).
const isWithDatabase = process.env['MUTANTS'] !== 'rules'

export default defineConfig({
  test: {
    name: 'mutants',
    include: isWithDatabase ? ['app/modules/**/*.test.ts'] : ['app/rules/**/*.test.ts'],
    globalSetup: isWithDatabase ? ['tests/support/test-server.ts'] : [],
    setupFiles: ['tests/support/strict-console.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
