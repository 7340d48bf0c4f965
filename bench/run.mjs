// `npm run bench [-- back-office | render | search | phone]`: sets up as `npm start` does, then measures in the Node
// that the shop runs on.
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../server/bootstrap/build.mjs'
import {
  chooseNode,
  continueIn,
  isModernNode,
  setUp,
  stopWith,
} from '../server/bootstrap/setup.mjs'

const [what] = process.argv.slice(2)

async function runBench() {
  if (what === 'search') await (await import('./search.ts')).printSearch()
  else if (what === 'back-office') await (await import('./back-office.ts')).printBackOfficeAlone()
  else if (what === 'phone') await (await import('./phone.ts')).printPhoneAlone()
  else await import(what === 'render' ? './render.ts' : './bench.ts')
}

try {
  const installed = await setUp('work')
  const node = chooseNode()
  await buildIfStale(node)
  if (isModernNode() && !installed) await runBench()
  else continueIn(node, fileURLToPath(import.meta.url), process.argv.slice(2))
} catch (error) {
  stopWith(error)
}
