// The production build, made when its inputs changed; plain JavaScript for the bootstrap.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { runWithProgress } from './setup.mjs'
import { root, SetupProblem, withLock } from './setup-lock.mjs'

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
const compressible = new Set([
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.html',
  '.txt',
  '.xml',
  '.webmanifest',
])

/** Builds into build/ unless what is there came from exactly these sources; whether it had to. */
export async function buildIfStale(node) {
  if (isFresh()) return false
  return withLock(async () => {
    if (isFresh()) return false
    const hash = hashInputs()
    rmSync(stamp, { force: true })
    const command = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
    const { code, output } = await runWithProgress('Building the shop', node, [command, 'build'], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (code !== 0) console.error(output.trim().split('\n').slice(-30).join('\n'))
    if (/ENOSPC/.test(output))
      throw new SetupProblem('The disk is full: free about 200 MB and start again.')
    if (code !== 0) throw new SetupProblem('The shop could not be built: the reason stands above.')
    await compressAssets()
    mkdirSync(join(root, 'build'), { recursive: true })
    writeFileSync(stamp, hash)
    return true
  })
}

const isFresh = () =>
  existsSync(stamp) &&
  existsSync(join(root, 'build', 'server', 'index.js')) &&
  readFileSync(stamp, 'utf8') === hashInputs()

function hashInputs() {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const path = join(root, input)
    for (const file of listFiles(path)) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function listFiles(path) {
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

// Once here instead of at every request: brotli 11 costs seconds and saves a fifth against what is quick.
async function compressAssets() {
  const files = listFiles(join(root, 'build', 'client')).filter((file) =>
    compressible.has(extname(file)),
  )
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      if (bytes.length < 512) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
