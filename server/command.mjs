// `npm run staff` and the other commands execute this. Runs on Node 20: sets up, then continues in a Node that can run
// the shop.
import { fileURLToPath } from 'node:url'
import { continueInRelease } from './bootstrap/release.mjs'
import { chooseNode, continueIn, setUp, stopWith } from './bootstrap/setup.mjs'

const [name, ...words] = process.argv.slice(2)

try {
  if (!(await continueInRelease('command.mjs'))) await runCommand()
} catch (error) {
  stopWith(error)
}

async function runCommand() {
  const installed = await setUp('command')
  const node = chooseNode()
  if (node === process.execPath && !installed) {
    await import('./bootstrap/quick-imports.mjs')
    const { run } = await import(`./commands/${name}.ts`)
    process.exitCode = await run(words)
  } else {
    continueIn(node, fileURLToPath(import.meta.url), [name, ...words])
  }
}
