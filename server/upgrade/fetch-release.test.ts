import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sharePackages } from './share-packages.ts'

vi.mock(import('node:fs'), async (actual) => {
  const fs = await actual()
  return { ...fs, linkSync: vi.fn(fs.linkSync) }
})

function twoReleases() {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  mkdirSync(join(from, 'node_modules', 'one'), { recursive: true })
  mkdirSync(to)
  for (const release of [from, to]) writeFileSync(join(release, 'package-lock.json'), '{}')
  writeFileSync(join(from, 'node_modules', 'one', 'index.js'), 'one')
  writeFileSync(join(from, 'node_modules', '.package-lock.json'), '{}')
  return { from, to }
}

test('packages that two releases share are linked instead of copied', () => {
  const { from, to } = twoReleases()
  sharePackages(from, to)
  const inodeOf = (release: string) => statSync(join(release, 'node_modules/one/index.js')).ino
  expect(inodeOf(to)).toBe(inodeOf(from))
})

test.each(['EPERM', 'EXDEV'])(
  'packages are left for npm to install on a disk without hard links (%s)',
  (code) => {
    const { from, to } = twoReleases()
    vi.mocked(linkSync).mockImplementationOnce(() => {
      throw Object.assign(new Error(code), { code })
    })
    sharePackages(from, to)
    expect(existsSync(join(to, 'node_modules'))).toBe(false)
  },
)
