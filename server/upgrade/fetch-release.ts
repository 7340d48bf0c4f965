import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { VERSION } from '../../app/platform/version.server.ts'
import { home } from '../bootstrap/release.mjs'
import { ShownError } from '../shown-error.ts'
import { isAbove, RELEASES, versionOf } from './releases.ts'

/** What an installed shop's folder contains besides a release. */
const NOT_OF_A_RELEASE = new Set(['.git', '.cache', 'data', 'releases'])
/** The parts of a release that the next steps read. */
const PARTS = [
  'package.json',
  'package-lock.json',
  'server/build.mjs',
  'server/command.mjs',
  'db/migrations',
]

const git = (...args: string[]) =>
  execFileSync('git', ['-C', home, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

function tryGit(...args: string[]) {
  try {
    return git(...args)
  } catch {
    return null
  }
}

/**
 * Copies a release into a folder of its own under releases/, and returns that folder. `word` names a folder, a tar
 * file, or a tag, branch or commit of the repository that the shop was cloned from; without it the newest tag is taken.
 */
export function fetchRelease(word: string | undefined, path: string | null): string {
  mkdirSync(RELEASES, { recursive: true })
  const draft = mkdtempSync(join(RELEASES, '.draft-'))
  try {
    const origin = path && existsSync(path) ? bring(path, draft) : checkOut(word, draft)
    const missing = PARTS.find((part) => !existsSync(join(draft, part)))
    if (missing)
      throw new ShownError(`There is no release of Zovala in ${origin}: ${missing} is missing.`)
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+Z/g, '')
    const folder = join(RELEASES, `${versionOf(draft)}-${stamp}`)
    renameSync(draft, folder)
    return folder
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

function bring(path: string, draft: string) {
  if (statSync(path).isDirectory()) {
    // Entry by entry, because the folder may be the one that contains releases/.
    for (const name of readdirSync(path))
      if (!NOT_OF_A_RELEASE.has(name))
        cpSync(join(path, name), join(draft, name), { recursive: true, verbatimSymlinks: true })
    return path
  }
  unpack(path, draft)
  const [only, ...more] = readdirSync(draft)
  // Archives of a repository have everything in one folder.
  if (only && more.length === 0) {
    const inner = `${draft}-inner`
    renameSync(join(draft, only), inner)
    rmSync(draft, { recursive: true })
    renameSync(inner, draft)
  }
  return basename(path)
}

function unpack(archive: string, folder: string) {
  try {
    // Also for root the files belong to the account that upgrades, not to one that the archive names.
    execFileSync('tar', ['--no-same-owner', '-xf', archive, '-C', folder], { stdio: 'pipe' })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    throw new ShownError(
      `${archive} cannot be unpacked: ${(stderr?.toString().trim() || message).split('\n')[0]}`,
    )
  }
}

function checkOut(word: string | undefined, draft: string) {
  if (tryGit('rev-parse', '--git-dir') === null)
    throw new ShownError(
      word
        ? `There is no file or folder ${word}, and ${home} is no clone of a repository.`
        : `${home} is no clone of a repository: name a folder or a tar file with the new release.`,
    )
  if (tryGit('remote') && tryGit('fetch', '--quiet', '--tags', '--force', 'origin') === null)
    console.log('The repository cannot be reached: only what is known here can be taken.')
  const tags = tryGit('tag', '--list', 'v*', '--sort=-v:refname')?.split('\n') ?? []
  // A tag with a hyphen is a trial release, which is taken only by its name.
  const requested = word ?? tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  if (!requested)
    throw new ShownError('The repository has no release (a tag such as v0.2.0): name a commit.')
  if (!word && !isAbove(requested.slice(1), VERSION))
    throw new ShownError(`${VERSION} is the newest release: there is nothing to upgrade to.`)
  const commit =
    // The branch of the remote repository: the clone's own branch is as old as the clone.
    tryGit('rev-parse', '--verify', '--quiet', `origin/${requested}^{commit}`) ??
    tryGit('rev-parse', '--verify', '--quiet', `${requested}^{commit}`)
  if (!commit)
    throw new ShownError(
      `${requested} is no file, no folder, and no tag, branch or commit known here.`,
    )
  const archive = join(draft, '.release.tar')
  git('archive', '--format=tar', `--output=${archive}`, commit)
  unpack(archive, draft)
  rmSync(archive)
  return requested
}
