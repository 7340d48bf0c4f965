// `npm start` and `npm run dev` execute this. Runs on Node 20: sets up, then continues in a Node that can run the shop.
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
  // Starts a new process after an install, because npm may have replaced the running binary, and without the malloc
  // settings, because this process stays as long as the shop does and should take little memory.
  if (node === process.execPath && !installed && (dev || !lacksMallocSettings())) {
    await import('./bootstrap/quick-imports.mjs')
    const { run } = await import('./main.ts')
    await run({ dev })
  } else {
    continueIn(node, fileURLToPath(import.meta.url), process.argv.slice(2))
  }
}
