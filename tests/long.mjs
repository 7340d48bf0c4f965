// What `npm run test:long` executes: checks that take too long for `npm test`, or need more browsers. Node 20.
import { buildIfStale } from '../server/bootstrap/build.mjs'
import { chooseNode, setUp, stopWith } from '../server/bootstrap/setup.mjs'
import { GROUPS, partsCalled } from './mutants/parts.mjs'
import { tryParts } from './mutants/try-parts.mjs'
import { ensureBrowser, ensureOtherBrowsers } from './support/browser.mjs'
import { openChecks } from './support/checks.mjs'

const filters = process.argv.slice(2)

try {
  const { check, vitest, playwright, close } = openChecks({ longest: 150 * 60_000, filters })
  await setUp('work')
  const node = chooseNode()
  const built = await check('build', async () => {
    await buildIfStale(node)
    return true
  })
  // The shop does the same with every technique for speed turned off (app/rules/plain.ts).
  if (built && filters.length === 0)
    await vitest(
      node,
      'unit*',
      'the shop without its techniques for speed',
      'plain.json',
      ['catalogue', 'cart', 'checkout', 'accounts'].map((name) => `tests/http/${name}`),
      { RENDER_PLAIN: 'all' },
    )
  if (built && filters.length === 0) {
    await vitest(
      node,
      'races',
      'every pair of rival acts at every point',
      'rivals.json',
      ['tests/races/rivals.test.ts', 'tests/races/sign-in-rivals.test.ts'],
      { RIVALS: 'all' },
    )
    await vitest(
      node,
      'races',
      'every search of the staff among 100,000 orders',
      'big-shop.json',
      ['tests/races/big-shop.test.ts'],
      { BIG_SHOP: 'all' },
    )
    await vitest(
      node,
      'races',
      'every act over every bad connection',
      'faults.json',
      ['tests/faults/connections.test.ts'],
      { FAULTS: 'all' },
    )
    // On its own: `npm run mutants -- all`, or with the name of a group.
    for (const group of GROUPS)
      await check(`changed code of ${group} is noticed`, async () =>
        tryParts(node, partsCalled(group)),
      )
  }
  if (built) {
    if (await check('Firefox and WebKit', ensureOtherBrowsers))
      await vitest(
        node,
        'long',
        'shop and till in Firefox and WebKit, a large backup, several machines, an upgrade, and harm of every kind',
        'long.json',
      )
    let browser
    if (await check('browser', async () => Boolean((browser = await ensureBrowser())))) {
      await playwright(
        node,
        'the shop in a browser without its techniques for speed',
        [
          '--project=phone',
          // The techniques that these tests are about are off: the recovery, and lazy loading of scripts.
          '--grep-invert=connection that breaks|connection broke|before the scripts came|before the first act',
          'tests/e2e/shell.spec.ts',
          'tests/e2e/catalogue.spec.ts',
        ],
        { CHROME_PATH: browser, RENDER_PLAIN: 'all' },
      )
      await playwright(
        node,
        'what `npm test` tries at one width or not at all, at both',
        ['--grep=@(mostly|long)'],
        {
          CHROME_PATH: browser,
          WIDTHS: 'all',
        },
      )
      await playwright(
        node,
        'taps, keyboard, forced colors, paper and passkeys',
        ['taps', 'keyboard', 'high-contrast', 'passkeys'].map((name) => `${name}.*spec`),
        { CHROME_PATH: browser, WIDTHS: 'all' },
      )
      await playwright(
        node,
        'every screen for everybody: axe in light, dark and forced colors, thumbs, 320 pixels',
        ['tests/e2e/everybody/screens.spec.ts'],
        { CHROME_PATH: browser, SCREENS: 'all' },
      )
      await playwright(
        node,
        'every act of the shop and the back office with the connection cut',
        ['tests/e2e/connection', 'tests/e2e/admin/connection'],
        { CHROME_PATH: browser, CONNECTION: 'all' },
      )
      // The counts of the specification: 200 sales, 50 power cuts, 100 cuts at the pay button.
      await playwright(
        node,
        'power cuts at the till',
        ['--project=desktop', '--grep', 'power cuts'],
        { CHROME_PATH: browser, TILL_FULL: '1', WIDTHS: 'all' },
      )
    }
  }
  close()
} catch (error) {
  stopWith(error)
}
