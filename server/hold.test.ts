import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdFile } from './hold.ts'

test('a file is held by one at a time, and nothing is written for it: a full disk has no room', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'zovala-hold-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'lock')
  const free = await holdFile(file, 0)
  expect(free).not.toBeNull()
  expect(readdirSync(dir)).toEqual(['lock'])
  expect(statSync(file).size).toBe(0)
  expect(await holdFile(file, 0)).toBeNull()
  free?.()
  const next = await holdFile(file, 0)
  expect(next).not.toBeNull()
  next?.()
})
