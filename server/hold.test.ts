import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdFile } from './hold.ts'

test('a file is locked by one process at a time, without writing to the disk, which may be full', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'zovala-hold-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'lock')
  const source = join(import.meta.dirname, 'hold.ts')
  const other = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { holdFile } from ${JSON.stringify(source)}
     await holdFile(${JSON.stringify(file)}, 0)
     console.log('held')
     setInterval(() => {}, 1000)`,
  ])
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  expect(readdirSync(dir)).toEqual(['lock'])
  expect(statSync(file).size).toBe(0)
  expect(await holdFile(file, 0)).toBeNull()
  const gone = once(other, 'exit')
  other.kill('SIGKILL')
  await gone
  const free = await holdFile(file, 0)
  expect(free).not.toBeNull()
  expect(await holdFile(file, 0)).toBeNull()
  free?.()
})
