import type { Locator, Page } from '@playwright/test'
import { waitUntilLive } from './open-live.ts'
import { touch } from './screens/finger.ts'
import type { Renders } from './screens/renders.ts'

/** An element that a shopper taps, and the sign that must appear before the shop has answered. */
export type Tap = {
  name: string
  path: string
  /** Everything up to the tap. */
  fill?: (page: Page) => Promise<unknown>
  tap: (page: Page) => Locator
  /** The CSS selector of the sign. */
  sign: string
}

const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()
/** The progress line at the top of the window. */
const LINE = '.under-way:not([hidden])'

/**
 * Taps of a signed-in customer who has one bag in the cart, and an order that waits at the test provider's `payPath`.
 */
export const listTaps = (payPath: string): Tap[] => [
  {
    name: 'a size',
    path: SHIRT,
    tap: (page) => sizeOf(page).locator('..'),
    sign: `${SIZE}:checked`,
  },
  {
    name: 'Add to Cart',
    path: SHIRT,
    fill: (page) => sizeOf(page).check({ force: true }),
    tap: button('Add to Cart'),
    sign: 'button[aria-busy=true]',
  },
  {
    name: 'a heart',
    path: SHIRT,
    tap: button('Add Classic White Shirt to wishlist'),
    sign: '[aria-label="Remove Classic White Shirt from wishlist"]',
  },
  {
    name: 'one more in the cart',
    path: '/cart',
    tap: button('One Canvas Tote Bag more'),
    sign: '[name=quantity][value="2"]',
  },
  {
    name: 'filters',
    path: '/products',
    async fill(page) {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('checkbox', { name: /^In stock/ }).check()
    },
    tap: (page) => page.getByRole('button', { name: /^(Apply filters|Show )/ }),
    sign: LINE,
  },
  {
    name: 'a search',
    path: '/products',
    fill: (page) => page.getByRole('searchbox', { name: 'Search all products' }).fill('sandals'),
    tap: (page) => page.locator('form#search').getByRole('button', { name: 'Search' }),
    sign: LINE,
  },
  {
    name: 'Show more',
    path: '/products',
    tap: (page) => page.getByRole('link', { name: 'Show more' }),
    sign: 'a[rel=next][aria-busy=true]',
  },
  {
    name: 'a product of a list',
    path: '/category/dresses',
    tap: (page) => page.getByRole('article').getByRole('link').filter({ visible: true }).first(),
    sign: LINE,
  },
  {
    name: 'Proceed to Checkout',
    path: '/cart',
    tap: (page) => page.getByRole('link', { name: 'Proceed to Checkout' }),
    sign: LINE,
  },
  {
    name: 'placing the order',
    path: '/checkout',
    async fill(page) {
      const address = { 'First name': 'Chisomo', 'Last name': 'Banda', City: 'Zomba' }
      for (const [label, text] of Object.entries(address)) await page.getByLabel(label).fill(text)
      await page.getByLabel('Phone').fill('0991 234 567')
      await page.getByLabel('Address', { exact: true }).fill('Plot 4, Sunnyside')
      await page.getByLabel('District').selectOption('Zomba')
      await page
        .getByRole('radio', { name: /Bike|Malawi Posts/ })
        .first()
        .check()
    },
    tap: button('Pay'),
    sign: '[value=pay][aria-busy=true]',
  },
  { name: 'paying', path: payPath, tap: button('Pay'), sign: 'button[aria-busy=true]' },
]
const SHIRT = '/product/classic-white-shirt'
const SIZE = '[name=size][value=L]'
const sizeOf = (page: Page) => page.locator(`main ${SIZE}`).first()

/**
 * `pressed`: milliseconds from the touch to the first frame in which the element looks pressed, with the finger still
 * on it; null when it does not. `renders`: what React has rendered meanwhile, when it is counted (screens/renders.ts).
 */
type Seen = {
  pressed: number | null
  frames: number
  ms: number
  renders?: Renders
} | null

/**
 * Touches the element, waits until it looks pressed, and lifts the finger, while the shop answers nothing but scripts.
 * Returns the frames and milliseconds after which the sign appeared; null when it does not.
 */
export async function tapAndLook(page: Page, { path, fill, tap, sign }: Tap): Promise<Seen> {
  await page.goto(path)
  await waitUntilLive(page)
  await page.waitForFunction((css) => document.querySelector(css) === null, LINE)
  await fill?.(page)
  const target = tap(page)
  // Not to the window's edge, where the bar of Add to Cart lies on it.
  await target.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const isAsset = /\/(assets|files)\//
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(
    (url) => !isAsset.test(url.pathname),
    async (route) => {
      await held
      await route.abort().catch(() => {})
    },
  )
  await watchTap(page, sign)
  const finger = await touch(target)
  await finger.lift()
  const seen = await page.evaluate(() => Reflect.get(window, 'tapSeen') as Promise<Seen>)
  // A page that is still open would send hearts and quantities again.
  await page.goto('about:blank')
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return seen && { ...seen, pressed: finger.pressed }
}

/** Puts a promise on the window (`tapSeen`) for what the next tap shows. */
const watchTap = (page: Page, sign: string) =>
  page.evaluate((css) => {
    const tapSeen = new Promise<Omit<NonNullable<Seen>, 'pressed'> | null>((done) => {
      if (document.querySelector(css)) throw new Error(`Before the tap: ${css}`)
      const counted = Reflect.get(window, 'renders') as Renders | undefined
      const begin = ({ timeStamp }: Event) => {
        let frames = 0
        if (counted) Object.assign(counted, { components: [], elements: 0 })
        const look = (now: number) => {
          frames += 1
          if (document.querySelector(css))
            done({ frames, ms: now - timeStamp, ...(counted && { renders: { ...counted } }) })
          else if (frames > 120) done(null)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', begin, { once: true, capture: true })
    })
    Reflect.set(window, 'tapSeen', tapSeen)
  }, sign)
