// Makes the production build when its inputs changed; plain JavaScript for the bootstrap.
import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isBuilt, listFiles, stampBuild } from './build-stamp.mjs'
import { runWithProgress } from './setup.mjs'
import { root, SetupProblem, withLock } from './setup-lock.mjs'

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
  '.wasm',
])

/** Builds into build/ unless the existing build came from exactly these sources; returns whether it built. */
export async function buildIfStale(node) {
  if (isBuilt()) return false
  return withLock(async () => {
    if (isBuilt()) return false
    await stampBuild(async () => {
      await bundle(node)
      await compressAssets()
    })
    return true
  })
}

async function bundle(node) {
  const command = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const { code, output } = await runWithProgress('Building the shop', node, [command, 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) console.error(output.trim().split('\n').slice(-30).join('\n'))
  if (/ENOSPC/.test(output))
    throw new SetupProblem('The disk is full: free about 200 MB and start again.')
  if (code !== 0) throw new SetupProblem('The shop could not be built: the reason stands above.')
}

// Compresses once here instead of at every request: brotli 11 takes seconds and saves a fifth compared with a fast
// level. The two decoders for the staff's cameras and pictures (.wasm) would take two thirds of that time to save 40
// KB, so they get a faster level.
async function compressAssets() {
  for (const file of listFiles(join(root, 'build', 'client'))) {
    const bytes = readFileSync(file)
    if (!compressible.has(extname(file)) || bytes.length < 512) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: extname(file) === '.wasm' ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    // One file after the other, because each takes some 20 MB while it is compressed.
    const [brotli, gzipped] = await Promise.all([
      promisify(brotliCompress)(bytes, { params }),
      promisify(gzip)(bytes, { level: 9 }),
    ])
    writeFileSync(`${file}.br`, brotli)
    writeFileSync(`${file}.gz`, gzipped)
  }
}
