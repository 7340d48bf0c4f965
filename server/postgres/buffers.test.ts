import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buffersFor } from './buffers.ts'

test('a database of more than 256 MB gets twice the buffers; its write-ahead log does not count', () => {
  const data = mkdtempSync(join(tmpdir(), 'zovala-buffers-'))
  const write = (path: string, bytes: number) => {
    writeFileSync(join(data, path), '')
    // A sparse file: it has this length, and takes no room.
    truncateSync(join(data, path), bytes)
  }
  try {
    for (const folder of ['base/1', 'base/5', 'pg_wal'])
      mkdirSync(join(data, folder), { recursive: true })
    write('pg_wal/1', 2 ** 30)
    write('base/1/1', 2 ** 27)
    expect(buffersFor(data)).toBe('32MB')
    write('base/5/1', 2 ** 27 + 1)
    expect(buffersFor(data)).toBe('64MB')
  } finally {
    rmSync(data, { recursive: true })
  }
})
