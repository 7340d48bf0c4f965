import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findContractions } from './releases.ts'
import { refuseSmallDisk } from './upgrade.ts'

function aRelease(migrations: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'db', 'migrations'), { recursive: true })
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'db', 'migrations', name), text)
  return folder
}

test('the way back is barred by a migration that took something away since, and by no other', () => {
  const adds = { '0001_adds.sql': 'ALTER TABLE orders ADD COLUMN note text;' }
  const takes = { '0002_takes.sql': '-- contract: 0.2 reads it no more\nDROP TABLE notes;' }
  expect(findContractions(aRelease(adds), aRelease({}))).toEqual([])
  expect(findContractions(aRelease({ ...adds, ...takes }), aRelease(adds))).toEqual([
    '0002_takes.sql',
  ])
  expect(findContractions(aRelease(takes), aRelease(takes))).toEqual([])
})

test('a disk that is too small for an upgrade is named before anything is done', () => {
  expect(() => refuseSmallDisk(tmpdir(), 10 ** 9)).toThrow(
    /needs about 1000000000 MB on the disk of .+, and \d+ MB are free\.$/,
  )
  expect(() => refuseSmallDisk(tmpdir(), 0)).not.toThrow()
})
