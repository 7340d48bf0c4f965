import { expect, test } from 'vitest'
import { loadBuild } from '../support/app.ts'
import { listAddresses } from '../support/route-table.ts'
import { SHOPPERS_SCREENS } from '../support/screens/shoppers-screens.ts'
import { STAFF_SCREENS } from '../support/screens/staff-screens.ts'

/** Screens that tests/e2e/everybody/screens.spec.ts does not open, and why. */
const LET_BE: Record<string, string> = {}

test('every screen of the route table is looked at with axe, thumbs and a narrow window', async () => {
  const { routes } = await loadBuild()
  const screens = listAddresses(routes)
    .filter(({ id }) => routes[id]?.module.default)
    .map(({ path }) => path)
  expect(screens.length).toBeGreaterThan(40)
  const listed = new Set([...SHOPPERS_SCREENS, ...STAFF_SCREENS].map(({ route }) => route))
  expect(screens.filter((path) => !listed.has(path) && !LET_BE[path])).toEqual([])
  expect([...listed, ...Object.keys(LET_BE)].filter((path) => !screens.includes(path))).toEqual([])
})
