import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** One state of a screen: who sees it, where it is, and what is pressed until it is there. */
export type Screen = {
  /** Of the route table, as app/routes.ts writes it. */
  route: string
  state: string
  as: 'visitor' | 'customer' | 'latecomer' | 'admin' | 'cashier'
  path: string | ((world: World) => string)
  open?: (page: Page, world: () => Promise<World>) => Promise<unknown>
  /** Checked by `npm test` as well; the others by `npm run test:long`. */
  isQuick?: true
}

/** In a new stock-take. */
export async function searchInStockTake(page: Page) {
  await press(page, 'Begin a stock-take')
  await page.getByLabel('Scan, or search by name').fill('wrap dress')
  await press(page, 'Count')
  await page.getByRole('button', { name: 'Note what was counted' }).waitFor()
}

export const press = (page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') =>
  page.getByRole(role, { name }).filter({ visible: true }).first().click()
