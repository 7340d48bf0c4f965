// What `npm test` executes. Runs on Node 20: sets up, then every check in turn, and counts.
import { buildIfStale } from '../server/bootstrap/build.mjs'
import { chooseNode, setUp, stopWith } from '../server/bootstrap/setup.mjs'
import { ensureBrowser } from './support/browser.mjs'
import { openChecks } from './support/checks.mjs'

const filters = process.argv.slice(2)

try {
  const { run, check, vitest, playwright, close } = openChecks({ longest: 15 * 60_000, filters })
  await setUp({ tests: true })
  const node = chooseNode()
  if (filters.length === 0) {
    await check(
      'format',
      async () => (await run(node, '@biomejs/biome/bin/biome', ['check', '.'])) === 0,
    )
    await check(
      'types',
      async () =>
        (await run(node, '@react-router/dev/bin.cjs', ['typegen'])) === 0 &&
        (await run(node, 'typescript/bin/tsc', ['--noEmit'])) === 0,
    )
    // After the types of the routes are written: the linter reads them too.
    await check('lint', async () => (await run(node, 'oxlint/bin/oxlint', [])) === 0)
  }
  const built = await check('build', async () => {
    await buildIfStale(node)
    return true
  })
  await vitest(node, 'unit', 'rules, modules and http', 'unit.json')
  await vitest(node, 'races', 'races and faults', 'races.json')
  if (built) {
    let browser
    if (await check('browser', async () => Boolean((browser = await ensureBrowser()))))
      await playwright(node, 'shop in the browser', [], { CHROME_PATH: browser })
  }
  close()
} catch (error) {
  stopWith(error)
}
