// Which packages each purpose needs, and how an installation drops the others. Plain JavaScript for the bootstrap.
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { root } from './setup-lock.mjs'

const modules = join(root, 'node_modules')
// npm writes this file last, so it marks a finished install.
const stamp = join(modules, '.package-lock.json')

/**
 * Files that no process of a shop reads: source maps, types and TypeScript (Node runs none in packages), libraries for
 * linking, Node's headers, and packages' files for browsers, of their tests and of their history.
 */
const DEAD = /(\.(map|a|[cm]?tsx?)|\.profiling\.js|\/(CHANGELOG|HISTORY)\.md)$/i
const DEAD_FOLDER =
  /\/node_modules\/(node-[^/]+\/include|(@[^/]+\/)?[^@/]+\/(dist-es|docs|test|umd))$/
/** Stays whole, because its templates of a shop's first files are TypeScript. */
const WHOLE = /\/node_modules\/@react-router\/dev$/

/** Whether the packages for `purpose` are installed, in the versions of package-lock.json. */
export function isInstalled(purpose) {
  const { packages } = readJson(join(root, 'package-lock.json')) ?? {}
  const present = readJson(stamp)?.packages
  if (!packages || !present) return false
  return [...findPackages(purpose, packages)].every((path) => {
    const { optional, devOptional, version } = packages[path]
    // Packages for other machines are optional.
    return optional || devOptional || present[path]?.version === version
  })
}

/**
 * Whether `keepOnly` has removed files that no shop reads but developers need. An earlier release did not record it:
 * then a package without its types shows it.
 */
export const isStripped = () => {
  const zod = join(modules, 'zod')
  const lacksTypes = existsSync(zod) && !existsSync(join(zod, 'index.d.ts'))
  return readJson(stamp)?.isStripped === true || lacksTypes
}

/** Whether an install has finished here: one that was cut off has left folders only. */
export const wasInstalled = () => existsSync(stamp)

/**
 * Gives the stamp a file of its own before npm writes it, because another release may have the same file under a second
 * name.
 */
export async function ownStamp() {
  await copyFile(stamp, `${stamp}.new`)
  await rename(`${stamp}.new`, stamp)
}

/**
 * Paths of the packages for `purpose`: `run` a built shop, `build` and run it, or `work` on it with its tests.
 * `buildOnly` of package.json names the packages that only the build uses. npm itself would also keep packages that
 * only an optional peer needs (a compiler, a test runner: 110 MB).
 */
export function findPackages(purpose, packages) {
  if (purpose === 'work') return new Set(Object.keys(packages).filter((path) => path !== ''))
  const skipped = purpose === 'run' ? (readJson(join(root, 'package.json'))?.buildOnly ?? []) : []
  const { dependencies, optionalDependencies } = packages[''] ?? {}
  const found = new Set()
  const take = (from, names) => {
    for (const name of names) {
      const path = placesOf(from, name).find((place) => packages[place])
      if (!path || found.has(path)) continue
      found.add(path)
      const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
        packages[path]
      take(path, Object.keys({ ...dependencies, ...optionalDependencies }))
      take(
        path,
        Object.keys(peerDependencies ?? {}).filter(
          (peer) => !peerDependenciesMeta?.[peer]?.optional,
        ),
      )
    }
  }
  take(
    '',
    Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !skipped.includes(name),
    ),
  )
  return found
}

/** Where Node searches for a package, from the folder of another package upwards. */
function placesOf(from, name) {
  const places = []
  for (let at = from; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/') - 1, 0)))
    places.push(`${at}/node_modules/${name}`)
  return [...places, `node_modules/${name}`]
}

/**
 * Deletes what `purpose` does not need. It only unlinks files, because another release may have them under a second
 * name. The stamp lists the remaining packages before the first one is deleted: after a kill the shop still starts, and
 * the rest only takes room. It awaits each step: a slow disk takes longer than the 30 s after which a silent lock
 * counts as abandoned, and its holder must keep renewing it.
 */
export async function keepOnly(purpose) {
  const installed = readJson(stamp)
  const { packages } = readJson(join(root, 'package-lock.json')) ?? {}
  if (!installed || !packages) return
  const needed = findPackages(purpose, packages)
  const all = Object.entries(installed.packages)
  const kept = Object.fromEntries(all.filter(([path]) => needed.has(path)))
  await writeFile(
    `${stamp}.new`,
    JSON.stringify({ ...installed, packages: kept, isStripped: true }, null, 2),
  )
  await rename(`${stamp}.new`, stamp)
  // A virus scanner may hold a file for a moment.
  for (const [path] of all)
    if (!needed.has(path))
      await rm(join(root, path), { recursive: true, force: true, maxRetries: 3 })
  // Caches of development tools.
  for (const name of await readdir(modules))
    if (name.startsWith('.') && name !== '.bin' && name !== basename(stamp))
      await rm(join(modules, name), { recursive: true, force: true })
  await deleteDead(modules)
  const bin = join(modules, '.bin')
  for (const name of existsSync(bin) ? await readdir(bin) : [])
    if (!existsSync(join(bin, name))) await rm(join(bin, name))
}

/** Also deletes the folders that become empty: thousands of them take as much room as their files did. */
async function deleteDead(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = path.replaceAll(sep, '/')
    if (entry.isFile() && DEAD.test(name)) await rm(path)
    if (!entry.isDirectory() || WHOLE.test(name)) continue
    if (DEAD_FOLDER.test(name)) await rm(path, { recursive: true })
    else await deleteDead(path)
  }
  if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true })
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
