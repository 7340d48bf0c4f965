// Which packages are needed for what, and how an installation gets rid of the others. Plain JavaScript for
// the bootstrap.
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { root } from './setup-lock.mjs'

const modules = join(root, 'node_modules')
// npm writes it last: it is the stamp of a finished install.
const stamp = join(modules, '.package-lock.json')

/**
 * What no process of a shop reads: source maps, types and TypeScript (Node runs none of packages), libraries to link
 * against, Node's headers, and what packages bring for browsers, of their tests and of their history.
 */
const DEAD = /(\.(map|a|[cm]?tsx?)|\.profiling\.js|\/(CHANGELOG|HISTORY)\.md)$/i
const DEAD_FOLDER =
  /\/node_modules\/(node-[^/]+\/include|(@[^/]+\/)?[^@/]+\/(dist-es|docs|test|umd))$/
/** Its templates of a shop's first files are TypeScript. */
const WHOLE = /\/node_modules\/@react-router\/dev$/

/** Whether the packages for `purpose` are there, in the versions of package-lock.json. */
export function isInstalled(purpose) {
  const { packages } = readJson(join(root, 'package-lock.json')) ?? {}
  const present = readJson(stamp)?.packages
  if (!packages || !present) return false
  return [...findPackages(purpose, packages)].every((path) => {
    const { optional, devOptional, version } = packages[path]
    // Those of other machines are optional.
    return optional || devOptional || present[path]?.version === version
  })
}

/**
 * Whether packages lack what no shop reads, and whoever works on it does (`keepOnly`). A release before this one did
 * not write it down: the types of a package show it.
 */
export const isStripped = () => {
  const zod = join(modules, 'zod')
  const lacksTypes = existsSync(zod) && !existsSync(join(zod, 'index.d.ts'))
  return readJson(stamp)?.isStripped === true || lacksTypes
}

/** Whether an install has ended here: one that was cut off has left folders alone. */
export const wasInstalled = () => existsSync(stamp)

/** Has npm write the stamp anew: another release may have the file under a second name. */
export async function ownStamp() {
  await copyFile(stamp, `${stamp}.new`)
  await rename(`${stamp}.new`, stamp)
}

/**
 * Paths of the packages for `purpose`: `run` a shop that is built, `build` and run it, or `work` on it with its tests.
 * `buildOnly` of package.json names what only the build asks for. npm itself would also leave what only an optional
 * peer asks for (a compiler, a test runner: 110 MB).
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

/** Where Node looks for a package, from the folder of another one up. */
function placesOf(from, name) {
  const places = []
  for (let at = from; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/') - 1, 0)))
    places.push(`${at}/node_modules/${name}`)
  return [...places, `node_modules/${name}`]
}

/**
 * Deletes what `purpose` does not need. Files are only ever unlinked: another release may have them under a second
 * name. The stamp names the packages that stay before the first of the others goes: where this is killed, the shop
 * starts, and what was left over only takes room. Step by step: a slow disk takes longer than the 30 s after which a
 * lock that is not heard of is another's, and its holder must go on saying that it lives.
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
  // What tools of development keep there.
  for (const name of await readdir(modules))
    if (name.startsWith('.') && name !== '.bin' && name !== basename(stamp))
      await rm(join(modules, name), { recursive: true, force: true })
  await deleteDead(modules)
  const bin = join(modules, '.bin')
  for (const name of existsSync(bin) ? await readdir(bin) : [])
    if (!existsSync(join(bin, name))) await rm(join(bin, name))
}

/** Also the folders that are left empty: thousands of them take as much room as their files did. */
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
