import { expect, test } from 'vitest'
import { type Engine, openJourney, signIn } from './support/journey.ts'

test.each<Engine>(['Firefox', 'WebKit'])(
  'in %s a shopper finds a bag, signs in, adds it, checks out and pays',
  async (engine) => {
    const { page } = await openJourney(engine)
    await page.browser.resize(1280, 800)
    await page.go('/')
    await page.follow('All Products', 'header')
    await page.sees('All Products', 'heading')
    await page.follow('Bags', 'header')
    await page.sees('Bags', 'heading')
    await page.follow(/^Canvas Tote Bag/, 'main')
    await page.sees('Canvas Tote Bag', 'heading')
    // On screens that scripts have rendered, each picture is fetched in one rendition, and no fallback is fetched.
    expect(await page.browser.run(listPictures)).toEqual([])

    await page.press('Add to Cart', 'main')
    await page.sees('Please sign in')
    await page.follow(/^Sign in/i, '[role=status]')
    await signIn(page, 'customer@zovala.test')
    await page.sees('Canvas Tote Bag has been added to your cart')

    await page.press('Sign Out', 'header')
    await page.sees('Signed out')
    await page.go('/auth?then=/cart')
    await signIn(page, 'customer@zovala.test')
    await page.sees('Welcome back!')
    await page.sees('Shopping Cart', 'heading')
    await page.follow('Proceed to Checkout', 'main')

    await page.sees('Checkout', 'heading')
    await page.fill('First name', 'Chisomo')
    await page.fill('Last name', 'Banda')
    await page.fill('Phone', '0991234567')
    await page.fill('Address', 'Plot 4, Sunnyside')
    await page.fill('City', 'Blantyre')
    await page.choose('District', 'Blantyre')
    await page.tick(/Malawi Posts/)
    await page.press('Pay', 'main')
    await page.sees('This is a test payment. No money moves.')
    await page.press('Pay')
    await page.sees('Thank you for your purchase!', 'heading')
    await page.follow('View My Orders', 'main')
    await page.sees('My Orders', 'heading')
    await page.go('/cart')
    await page.sees('Your cart is empty')
  },
)

/** The pictures that were fetched as fallbacks. */
function listPictures() {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/files/') && /\.jpe?g$/.test(path))
}
