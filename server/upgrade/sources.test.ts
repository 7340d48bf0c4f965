import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { VERSION } from '../../app/platform/version.server.ts'

// The installation folder is read when the module is loaded.
const home = mkdtempSync(join(tmpdir(), 'zovala-sources-'))
vi.stubEnv('ZOVALA_HOME', home)
const { fetchRelease } = await import('./fetch-release.ts')
afterAll(() => rmSync(home, { recursive: true }))

function put(path: string, text = '') {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function putRelease(folder: string, version: string) {
  put(join(folder, 'package.json'), JSON.stringify({ version }))
  put(join(folder, 'package-lock.json'), '{ "packages": {} }')
  for (const file of ['server/build.mjs', 'server/command.mjs', 'db/migrations/0000_first.sql'])
    put(join(folder, file), version)
}

const versionIn = (folder: string) => readFileSync(join(folder, 'server', 'build.mjs'), 'utf8')
const git = (folder: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args],
    { stdio: 'pipe', encoding: 'utf8' },
  )
const pack = (archive: string, folder: string, ...what: string[]) =>
  execFileSync('tar', ['-cf', archive, '-C', folder, ...what])

/** The folders in releases/: a failure must leave neither a release nor a part of one for the next upgrade to find. */
const left = () => readdirSync(join(home, 'releases'))

beforeEach(() => {
  rmSync(home, { recursive: true })
  mkdirSync(join(home, 'releases'), { recursive: true })
  mkdirSync(join(home, 'brought'))
})

describe('a release supplied by the user', () => {
  const brought = join(home, 'brought')
  const bring = (path: string) => fetchRelease('given', path)

  test('as a folder comes with its packages, and without the shop’s data beside it', () => {
    putRelease(brought, '0.2.0')
    for (const file of ['.git/config', 'data/secret', 'releases/old/x', '.cache/x', 'app/data/x'])
      put(join(brought, file))
    put(join(brought, 'node_modules', 'one', 'index.js'))
    const folder = bring(brought)
    expect(folder.startsWith(join(home, 'releases', '0.2.0-'))).toBe(true)
    expect(readdirSync(folder).sort()).toEqual([
      'app',
      'db',
      'node_modules',
      'package-lock.json',
      'package.json',
      'server',
    ])
    expect(existsSync(join(folder, 'app', 'data', 'x'))).toBe(true)
  })

  test('may be the folder in which the shop was installed', () => {
    putRelease(home, '0.2.0')
    expect(versionIn(bring(home))).toBe('0.2.0')
  })

  test.each([
    ['its files at the top', (archive: string) => pack(archive, brought, '.')],
    ['one folder', (archive: string) => pack(archive, dirname(brought), 'brought')],
    [
      'one folder, compressed',
      (archive: string) => execFileSync('tar', ['-czf', archive, '-C', home, 'brought']),
    ],
  ])('as a tar file with %s', (_, make) => {
    putRelease(brought, '0.2.0')
    const archive = join(home, 'zovala.tar')
    make(archive)
    const folder = bring(archive)
    expect(versionIn(folder)).toBe('0.2.0')
    expect(left()).toHaveLength(1)
  })

  test.each(['package.json', 'package-lock.json', 'server/build.mjs', 'server/command.mjs', 'db'])(
    'is refused when %s is missing, and leaves nothing behind',
    (part) => {
      putRelease(brought, '0.2.0')
      rmSync(join(brought, part), { recursive: true })
      expect(() => bring(brought)).toThrow(
        new RegExp(`^There is no release of Zovala in ${brought}: ${part}.* is missing\\.$`),
      )
      expect(left()).toEqual([])
    },
  )

  test('is refused with a message when the tar file is invalid or truncated', () => {
    putRelease(brought, '0.2.0')
    put(join(brought, 'app', 'large'), 'x'.repeat(100_000))
    const archive = join(home, 'zovala.tar')
    put(archive, 'This is the page of a web server that has no such file.')
    expect(() => bring(archive)).toThrow(/zovala\.tar cannot be unpacked: tar: /)
    pack(archive, home, 'brought')
    writeFileSync(archive, readFileSync(archive).subarray(0, 60_000))
    expect(() => bring(archive)).toThrow(/zovala\.tar cannot be unpacked: tar: /)
    expect(left()).toEqual([])
  })
})

describe('a release from the repository from which the shop was cloned', () => {
  /** A repository with two releases and a branch, and the shop's clone of it. */
  function clone() {
    const origin = join(home, 'brought')
    git(origin, 'init', '--quiet', '--initial-branch=main')
    for (const version of [VERSION, '0.9.0', '0.10.0']) {
      putRelease(origin, version)
      git(origin, 'add', '--all')
      git(origin, 'commit', '--quiet', '--message', version)
      git(origin, 'tag', `v${version}`)
    }
    git(home, 'init', '--quiet', '--initial-branch=main')
    git(home, 'remote', 'add', 'origin', `file://${origin}`)
    git(home, 'pull', '--quiet', 'origin', 'main')
    return origin
  }
  /** The version of the fetched release; the folder's name contains the time in seconds. */
  const taken = (...source: Parameters<typeof fetchRelease>) => {
    const folder = fetchRelease(...source)
    const version = versionIn(folder)
    rmSync(folder, { recursive: true })
    return version
  }
  const release = (origin: string, version: string) => {
    putRelease(origin, version)
    git(origin, 'add', '--all')
    git(origin, 'commit', '--quiet', '--message', version)
  }

  test('is the newest tag by its number, a named one, or a commit', () => {
    const origin = clone()
    expect(taken(undefined, null)).toBe('0.10.0')
    expect(taken('v0.9.0', join(home, 'v0.9.0'))).toBe('0.9.0')
    const commit = git(origin, 'rev-parse', 'v0.9.0').trim()
    expect(taken(commit, null)).toBe('0.9.0')
    expect(left()).toEqual([])
  })

  test('is the repository’s current state, also of the clone’s own branch', () => {
    const origin = clone()
    release(origin, '0.11.0')
    expect(taken('main', null)).toBe('0.11.0')
    // A tag that was moved to another commit.
    git(origin, 'tag', '--force', 'v0.9.0')
    expect(taken('v0.9.0', null)).toBe('0.11.0')
  })

  test('is a locally known one when the repository cannot be reached', () => {
    const origin = clone()
    taken('v0.9.0', null)
    rmSync(origin, { recursive: true })
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(taken('v0.9.0', null)).toBe('0.9.0')
    expect(logged.mock.calls).toEqual([
      ['The repository cannot be reached: only what is known here can be taken.'],
    ])
    logged.mockRestore()
  })

  test.each([
    ['is older', [`v${VERSION}`, 'v0.0.9'], `${VERSION} is the newest release`],
    ['is older, the only one', ['v0.0.9'], `${VERSION} is the newest release`],
    ['is there to be tried', [`v${VERSION}`, 'v9.0.0-rc.1'], `${VERSION} is the newest release`],
    ['is no release', ['v-next', 'other'], 'The repository has no release (a tag such as v0.2.0)'],
  ])('must be named when it %s', (_, tags, refusal) => {
    const origin = clone()
    for (const folder of [origin, home]) {
      const known = git(folder, 'tag').trim()
      if (known) git(folder, 'tag', '--delete', ...known.split('\n'))
      for (const tag of tags) git(folder, 'tag', tag)
    }
    expect(() => fetchRelease(undefined, null)).toThrow(refusal)
    expect(left()).toEqual([])
  })

  test('is refused when it is unknown', () => {
    clone()
    expect(() => fetchRelease('v7', join(home, 'v7'))).toThrow(
      'v7 is no file, no folder, and no tag, branch or commit known here.',
    )
    expect(left()).toEqual([])
  })

  test('a release from a clone needs a clone', () => {
    vi.stubEnv('GIT_CEILING_DIRECTORIES', dirname(home))
    expect(() => fetchRelease('v0.9.0', join(home, 'v0.9.0'))).toThrow(
      `There is no file or folder v0.9.0, and ${home} is no clone of a repository.`,
    )
    expect(() => fetchRelease(undefined, null)).toThrow(
      `${home} is no clone of a repository: name a folder or a tar file with the new release.`,
    )
  })
})
