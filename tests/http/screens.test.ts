import { expect, test } from 'vitest'
import { loadBuild } from '../support/app.ts'
import { listAddresses } from '../support/route-table.ts'
import { PAINTED, PAINTED_OF_CUSTOMERS } from '../support/screens/paints.ts'
import { SHOPPERS_SCREENS } from '../support/screens/shoppers-screens.ts'
import { STAFF_SCREENS } from '../support/screens/staff-screens.ts'

/** Screens that tests/e2e/everybody/screens.spec.ts does not open, with the reason. */
const LET_BE: Record<string, string> = {}

test('every screen of the route table is checked by axe, for touch targets and in a narrow window', async () => {
  const { routes } = await loadBuild()
  const screens = listAddresses(routes)
    .filter(({ id }) => routes[id]?.module.default)
    .map(({ path }) => path)
  expect(screens.length).toBeGreaterThan(40)
  const listed = new Set([...SHOPPERS_SCREENS, ...STAFF_SCREENS].map(({ route }) => route))
  expect(screens.filter((path) => !listed.has(path) && !LET_BE[path])).toEqual([])
  expect([...listed, ...Object.keys(LET_BE)].filter((path) => !screens.includes(path))).toEqual([])
})

test('the largest paint of every kind of page that shoppers open is measured', () => {
  // These are for riders, and for the emails of a sample shop.
  const others = ['/handover/:orderNumber', '/dev/mail']
  const paths = [...PAINTED, ...PAINTED_OF_CUSTOMERS].map((path) => path.replace(/\?.*/, ''))
  const isMeasured = (route: string) =>
    paths.some((path) => new RegExp(`^${route.replace(/:\w+|\*/g, '[^/]+')}$`).test(path))
  const routes = new Set(SHOPPERS_SCREENS.map(({ route }) => route))
  expect([...routes].filter((route) => !isMeasured(route))).toEqual(others)
})
