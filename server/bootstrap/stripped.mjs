// Our TypeScript without its types, written once by the build. Plain JavaScript for the bootstrap. Otherwise each
// process of a shop's first start strips them, with a program that takes 15 MB and stays loaded (docs/reliability.md,
// Memory).
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { listFiles } from './build-stamp.mjs'
import { root } from './setup-lock.mjs'

const folder = join(root, 'build', 'stripped')
// Named by a hash of the source: a changed file has no stripped version, and Node strips it.
const pathOf = (source) =>
  join(folder, `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.mjs`)

/** The JavaScript of a TypeScript file, if the build has written it. */
export function readStripped(file) {
  const path = pathOf(readFileSync(file))
  try {
    return readFileSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Strips every file that a process of the shop may load; screens and routes are in the server's build. */
export function writeStripped() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['app', 'server', 'sample'].flatMap((name) => listFiles(join(root, name)))) {
    if (!/\.ts$/.test(file) || /\.(test|d)\.ts$|app[\\/](ui|routes)[\\/]/.test(file)) continue
    const source = readFileSync(file, 'utf8')
    const path = pathOf(source)
    // Renamed when complete, because a process may start while the build is made.
    writeFileSync(`${path}.tmp`, stripTypeScriptTypes(source))
    renameSync(`${path}.tmp`, path)
  }
}
