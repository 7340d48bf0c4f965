// Our TypeScript without its types, written once by the build. Plain JavaScript for the bootstrap.
// Left to itself each process of a shop's first start strips them, with a program that takes 15 MB and stays
// (docs/reliability.md, Memory).
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { listFiles } from './build-stamp.mjs'
import { root } from './setup-lock.mjs'

const folder = join(root, 'build', 'stripped')
// By what is in it: a file that has changed since is found by no one, and Node strips it.
const pathOf = (source) =>
  join(folder, `${createHash('sha256').update(source).digest('hex').slice(0, 32)}.mjs`)

/** The script that a file of TypeScript is, if the build has written it. */
export function readStripped(file) {
  const path = pathOf(readFileSync(file))
  try {
    return readFileSync(path)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Of every file that a process of the shop may load: screens and addresses are in the server's build. */
export function writeStripped() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['app', 'server', 'sample'].flatMap((name) => listFiles(join(root, name)))) {
    if (!/\.ts$/.test(file) || /\.(test|d)\.ts$|app[\\/](ui|routes)[\\/]/.test(file)) continue
    const source = readFileSync(file, 'utf8')
    const path = pathOf(source)
    // In one piece: a process may start while the build is made.
    writeFileSync(`${path}.tmp`, stripTypeScriptTypes(source))
    renameSync(`${path}.tmp`, path)
  }
}
