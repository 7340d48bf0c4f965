// What `npm test` executes: sets up, then runs and counts every check in turn. Runs on Node 20.
import { buildIfStale } from '../server/bootstrap/build.mjs'
import { chooseNode, setUp, stopWith } from '../server/bootstrap/setup.mjs'
import { ensureBrowser } from './support/browser.mjs'
import { openChecks } from './support/checks.mjs'

const given = process.argv.slice(2)
const filters = given.filter((word) => !word.startsWith('--'))

try {
  const checks = openChecks({ longest: 15 * 60_000, filters })
  await setUp('work')
  const node = chooseNode()
  if (given.includes('--watch')) await watch(node, checks)
  else if (given.includes('--unit')) await checkUnits(node, checks)
  else await checkAll(node, checks)
} catch (error) {
  stopWith(error)
}

/** `npm test -- --watch [WORD]`: after each change runs the tests that it affects. */
const watch = (node, { run }) => run(node, 'vitest/vitest.mjs', ['--project=unit*', ...filters])

/**
 * `npm test -- --unit [WORD]`: rules, modules and screens, without a build, a server or a browser, within a minute.
 * Each property gets a third of the generated cases of `npm test`, and all files of a worker share one shop. Left to
 * `npm test` are the tests that read the repository itself (its words, imports, documents and packages), those that
 * reach outside the shop and wait for it (`app/platform`: mail servers, the payment provider, stores, the job queue,
 * passwords), and those tagged `slow`, a few dozen that took a fifth of the time. Without waiting tests, two workers
 * use two cores fully; a third would only load all the code once more.
 */
async function checkUnits(node, { vitest, close }) {
  process.env.PROPERTY_RUNS ??= '100'
  process.env.SHARED_SHOP = 'yes'
  const left = ['tests/**', 'server/**', 'sample/**', 'app/platform/**'].map(
    (files) => `--exclude=${files}`,
  )
  const args = [...left, '--tags-filter=!slow', '--maxWorkers=2']
  await vitest(node, 'unit*', 'rules, modules and screens', 'unit.json', args)
  close()
}

/** `npm test [-- WORD]`: everything, or the test files whose path has that word. */
async function checkAll(node, { run, check, vitest, playwright, close }) {
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
    // After the route types were generated, because the linter reads them, too.
    await check(
      'lint',
      async () =>
        (await run(node, 'oxlint/bin/oxlint', [
          '--report-unused-disable-directives-severity=error',
        ])) === 0,
    )
  }
  const built = await check('build', async () => {
    await buildIfStale(node)
    return true
  })
  // On two cores, because sign-ins wait a third of a second on purpose, and a third file uses that time.
  await vitest(node, 'unit*', 'rules, modules and http', 'unit.json', ['--maxWorkers=3'])
  // These tests mostly wait for starts, stops and lost connections.
  await vitest(node, 'races', 'races and faults', 'races.json', ['--maxWorkers=3'])
  if (built) {
    let browser
    if (await check('browser', async () => Boolean((browser = await ensureBrowser()))))
      await playwright(node, 'shop in the browser', [], { CHROME_PATH: browser })
  }
  close()
}
