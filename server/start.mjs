// What `npm start` and `npm run dev` execute. Runs on Node 20: sets up, then goes on in a Node that can run the shop.
import { fileURLToPath } from 'node:url'
import { lacksMallocSettings } from './bootstrap/malloc-settings.mjs'
import { continueInRelease } from './bootstrap/release.mjs'
import { chooseNode, continueIn, setUp, stopWith } from './bootstrap/setup.mjs'

try {
  const dev = process.argv.includes('--dev')
  if (dev || !(await continueInRelease('start.mjs'))) await start(dev)
} catch (error) {
  stopWith(error)
}

async function start(dev) {
  const installed = await setUp(dev ? 'work' : 'open')
  const node = chooseNode()
  // After an install the running binary may be one that npm has just replaced; and this process stays as long as the
  // shop does, so it takes no more memory than it must.
  if (node === process.execPath && !installed && (dev || !lacksMallocSettings())) {
    await import('./bootstrap/quick-imports.mjs')
    const { run } = await import('./main.ts')
    await run({ dev })
  } else {
    continueIn(node, fileURLToPath(import.meta.url), process.argv.slice(2))
  }
}
