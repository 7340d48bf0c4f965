import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openThrowAwayPostgres } from './postgres.ts'

test('the later of two commands beside a stopped shop finds PostgreSQL stopped, and succeeds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zovala-postgres-'))
  const first = await openThrowAwayPostgres(dataDir)
  onTestFinished(async () => {
    await first.stop()
    rmSync(dataDir, { recursive: true })
  })
  const second = await openThrowAwayPostgres(dataDir)
  await second.stopIfUnused()
  await expect(first.stopIfUnused()).resolves.toBeUndefined()
})
