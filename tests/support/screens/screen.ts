import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** One state of a screen: who sees it, its address, and what has to be pressed to reach it. */
export type Screen = {
  /** The pattern of its route, as in app/routes.ts. */
  route: string
  state: string
  as: 'visitor' | 'customer' | 'latecomer' | 'admin' | 'cashier'
  path: string | ((world: World) => string)
  open?: (page: Page, world: () => Promise<World>) => Promise<unknown>
  /** Also checked by `npm test`; the others only by `npm run test:long`. */
  isQuick?: true
}

/** Searches in a new stock-take. */
export async function searchInStockTake(page: Page) {
  await press(page, 'Begin a stock-take')
  await page.getByLabel('Scan, or search by name').fill('wrap dress')
  await press(page, 'Count')
  await page.getByRole('button', { name: 'Note what was counted' }).waitFor()
}

export const press = (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') =>
  page.getByRole(role, { name }).filter({ visible: true }).first().click()
