import { printBackOffice } from './back-office.ts'
import { line } from './line.ts'
import { fillDresses, measure, measureBare } from './pages.ts'
import { printPhone } from './phone.ts'
import { printSearch } from './search.ts'
import { startShop } from './shop.ts'
import { addToCarts, bareCarts, bareOrders, openShopping, placeOrders } from './shopping.ts'
import { measureTill } from './till.ts'

const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} /s`
const share = (ours: number, bare: number) => `${Math.round((ours / bare) * 100)} % of the bare one`
// A cookie of ours with an unknown value: the page is rendered, not taken from the cache.
const RENDERED = { cookie: 'zovala.bench=1' }

const one = await startShop(1)
try {
  await printPhone(one)

  console.log('\nPages, 16 connections, one web process; 20 products in the category')
  await fillDresses(one.pool)
  for (const path of ['/', '/category/dresses', '/product/chitenje-wrap-dress']) {
    const bare = await measureBare(one.origin + path)
    const cached = await measure(one.origin + path, {})
    const rendered = await measure(one.origin + path, RENDERED)
    line(
      `${path} cached`,
      rate(cached.perSecond),
      `p99 ${cached.p99} ms, ${share(cached.perSecond, bare.perSecond)} (${rate(bare.perSecond)})`,
    )
    line(`${path} rendered`, rate(rendered.perSecond), `p99 ${rendered.p99} ms`)
  }

  console.log('\n16 shoppers, one web process, beside the bare transactions in the same PostgreSQL')
  const shopping = await openShopping(one)
  const bareCart = await bareCarts(one.pool)
  await one.pool.query('delete from cart_items')
  const carts = await addToCarts(one, shopping)
  line(
    'add to cart',
    rate(carts.perSecond),
    `${carts.failed} failed, ${share(carts.perSecond, bareCart.perSecond)} (${rate(bareCart.perSecond)})`,
  )
  const bareOrder = await bareOrders(one.pool)
  const orders = await placeOrders(one, shopping)
  line(
    'orders',
    rate(orders.perSecond),
    `${orders.failed} failed, ${share(orders.perSecond, bareOrder.perSecond)} (${rate(bareOrder.perSecond)})`,
  )

  await printBackOffice(one)

  console.log('\nTill, all goods of the big shop in its storage')
  const till = await measureTill(one)
  if (till) {
    line('sizes and colours on the device', till.variants.toLocaleString('en'))
    line(
      'scan to line, 4x slower CPU',
      `p95 ${Math.round(till.scan)} ms`,
      `within 100, longest ${Math.round(till.longestScan)} ms`,
    )
    line('cold start without a network', `${Math.round(till.coldStart)} ms`, 'within 3,000')
    line('from the PIN to the goods', `${Math.round(till.unlock)} ms`)
  } else line('no Chromium found', 'skipped')
} finally {
  await one.close()
}
await printSearch()
