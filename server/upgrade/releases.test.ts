import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  deleteOthers,
  findContractions,
  isAbove,
  needsRestart,
  refuseLeap,
  refuseLostTables,
} from './releases.ts'
import { refuseSmallDisk } from './upgrade.ts'

function aRelease(version: string, migrations: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  mkdirSync(join(folder, 'db', 'migrations'), { recursive: true })
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'db', 'migrations', name), text)
  return folder
}

const adds = { '0001_adds.sql': 'ALTER TABLE orders ADD COLUMN note text;' }
const takes = { '0002_takes.sql': '-- contract 0.2.0: it reads them no more\nDROP TABLE notes;' }

test('a migration that removes tables excludes the releases that still use them, and no newer one', () => {
  const young = aRelease('0.3.0', { ...adds, ...takes })
  expect(findContractions(aRelease('0.2.0', adds), aRelease('0.1.0', {}))).toEqual([])
  expect(findContractions(young, aRelease('0.1.9', adds))).toEqual([
    { file: '0002_takes.sql', oldest: '0.2.0' },
  ])
  for (const version of ['0.2.0', '0.2.1', '0.10.0', '1.0.0'])
    expect(findContractions(young, aRelease(version, adds))).toEqual([])
  expect(findContractions(young, aRelease('0.1.0', takes))).toEqual([])
})

test('a downgrade without the release’s tables and an upgrade that skips a contraction are refused', () => {
  const [old, between] = [aRelease('0.1.0', {}), aRelease('0.2.0', adds)]
  const young = aRelease('0.3.0', { ...adds, ...takes })
  expect(() => refuseLostTables(young, old)).toThrow(
    /^0\.1\.0 does not run on these tables any more \(0002_takes\.sql\): restore the backup/,
  )
  expect(() => refuseLostTables(young, between)).not.toThrow()
  expect(() => refuseLeap(old, young)).toThrow(
    /^0\.1\.0, which runs now, .+ of 0\.3\.0 \(0002_takes\.sql\): .+ \(npm run upgrade -- v0\.2\.0\)/,
  )
  expect(() => refuseLeap(old, between)).not.toThrow()
  expect(() => refuseLeap(between, young)).not.toThrow()
})

test('a release is newer than its own pre-releases, and than every older release', () => {
  expect(isAbove('0.10.0', '0.9.9')).toBe(true)
  expect(isAbove('0.3.0', '0.3.0-rc.1')).toBe(true)
  expect(isAbove('0.3.0-rc.1', '0.3.0')).toBe(false)
  expect(isAbove('0.3.0', '0.3.0')).toBe(false)
  expect(isAbove('0.3.1-rc.1', '0.3.0')).toBe(true)
})

test('a disk that is too small for an upgrade is reported before anything is done', () => {
  expect(() => refuseSmallDisk(tmpdir(), 10 ** 9)).toThrow(
    /needs about 1000000000 MB on the disk of .+, and \d+ MB are free\.$/,
  )
  expect(() => refuseSmallDisk(tmpdir(), 0)).not.toThrow()
})

test('a restart is requested when files that only a restart replaces are different, or are in another place', () => {
  const withSupervisor = (files: Record<string, string>) => {
    const folder = aRelease('0.1.0', {})
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }')
    mkdirSync(join(folder, 'server', 'postgres'), { recursive: true })
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, 'server', name), text)
    return folder
  }
  const running = withSupervisor({ 'main.ts': 'a', 'shared-metrics.ts': 'a' })
  expect(needsRestart(running, withSupervisor({ 'main.ts': 'a', 'shared-metrics.ts': 'a' }))).toBe(
    false,
  )
  expect(needsRestart(running, withSupervisor({ 'main.ts': 'a', 'shared-metrics.ts': 'b' }))).toBe(
    true,
  )
  expect(needsRestart(running, withSupervisor({ 'main.ts': 'a' }))).toBe(true)
})

test('the leftovers of a killed upgrade are deleted, the releases in use and their links stay', () => {
  const releases = aRelease('0.1.0', {})
  for (const name of ['.draft-abc', '.draft-abc-inner', '0.2.0-used', '0.3.0-unfinished'])
    mkdirSync(join(releases, name, 'server'), { recursive: true })
  symlinkSync('0.2.0-used', join(releases, 'current'))
  deleteOthers([join(realpathSync(releases), '0.2.0-used')], releases)
  expect(readdirSync(releases).sort()).toEqual(['0.2.0-used', 'current', 'package.json'])
})
