// What `npm run staff` executes. Runs on Node 20: sets up, then goes on in a Node that can run the shop.
import { fileURLToPath } from 'node:url'
import { chooseNode, continueIn, isModernNode, setUp, stopWith } from './bootstrap/setup.mjs'

try {
  const installed = await setUp()
  const node = chooseNode()
  if (isModernNode() && !installed) {
    const { run } = await import('./staff.ts')
    process.exitCode = await run(process.argv.slice(2))
  } else {
    continueIn(node, fileURLToPath(import.meta.url), process.argv.slice(2))
  }
} catch (error) {
  stopWith(error)
}
