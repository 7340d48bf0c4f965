// Whether build/ was made from the current sources. Plain JavaScript for the bootstrap.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from './setup-lock.mjs'

const inputs = [
  'app',
  'public',
  'react-router.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const stamp = join(root, 'build', '.stamp')

/** Whether the next start uses the existing build/, also when it was shipped with the release. */
export const isBuilt = () =>
  existsSync(stamp) &&
  existsSync(join(root, 'build', 'server', 'index.js')) &&
  readFileSync(stamp, 'utf8') === hashInputs()

/** Makes a build, and then records the hash of its inputs; while the build runs there is no stamp. */
export async function stampBuild(build) {
  const hash = hashInputs()
  rmSync(stamp, { force: true })
  await build()
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stamp, hash)
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = join(root, input)
    for (const file of listFiles(path)) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash
        .update(`${file.slice(root.length).replaceAll(sep, '/')}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

export function listFiles(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true })
      .flatMap((entry) =>
        entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)],
      )
      .sort((a, b) => (a < b ? -1 : 1))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}
