import { measureBackOffice } from './back-office.ts'
import { line } from './line.ts'
import { fillDresses, measure, measureBare } from './pages.ts'
import { printSearch } from './search.ts'
import { startShop } from './shop.ts'
import { addToCarts, bareCarts, bareOrders, openShopping, placeOrders } from './shopping.ts'
import { measureSlowLine } from './slow-line.ts'
import { measureTaps } from './taps.ts'
import { measureTill } from './till.ts'
import { weighHome } from './weight.ts'

const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} /s`
const share = (ours: number, bare: number) => `${Math.round((ours / bare) * 100)} % of the bare one`
// A cookie of ours that is nobody's: the page is rendered, not taken from the cache.
const RENDERED = { cookie: 'zovala.bench=1' }

const one = await startShop(1)
try {
  console.log('\nHome page, first visit, phone, 1.6 Mbit/s, 150 ms, 4x slower CPU')
  const weight = await weighHome(one.origin)
  if (weight) {
    line('home, script (brotli)', `${weight.script.toFixed(1)} KB`, 'at most 75')
    line('script of the first act', `${weight.acted.toFixed(1)} KB`)
    line('CSS (brotli)', `${weight.css.toFixed(1)} KB`, 'at most 15')
    line(
      'HTML, pictures, fonts',
      `${[weight.html, weight.pictures, weight.fonts].map((n) => n.toFixed(0)).join(', ')} KB`,
    )
    const { script, css, html, pictures, fonts } = weight
    line('home, total', `${(script + css + html + pictures + fonts).toFixed(0)} KB`, 'at most 250')
    line('requests', String(weight.requests))
    line('largest paint', `${Math.round(weight.paint)} ms`, 'within 2,000')
    line('layout shift', weight.shift.toFixed(4), 'under 0.02')
  } else line('no Chromium found', 'skipped')

  console.log(
    '\nA new visitor, phone, from home to a paid order; then each page by itself at 400 kbit/s, 400 ms',
  )
  const slow = await measureSlowLine(one.origin, one.pool)
  if (slow) {
    for (const { name, bytes } of slow.steps) line(name, `${(bytes / 1000).toFixed(0)} KB`)
    const bytes = slow.steps.reduce((sum, step) => sum + step.bytes, 0)
    line('home to paid, total', `${(bytes / 1000).toFixed(0)} KB`, 'at most 450')
    line('height of the checkout, 412 px', `${slow.checkoutHeight} px`, 'at most 3,000')
    for (const { path, paint, network, bytes } of slow.paints)
      line(
        `largest paint of ${path}`,
        `${Math.round(paint)} ms`,
        `within 2,500; the network ${Math.round(network)} of it, ${(bytes / 1000).toFixed(0)} KB`,
      )
  } else line('no Chromium found', 'skipped')

  console.log(
    '\nFrom a touch to the first frame that shows it, and from the tap to the first that shows what it does, no answer of the shop yet, 4x slower CPU',
  )
  const taps = await measureTaps(one.origin, one.pool)
  if (taps)
    for (const { name, pressed, median, longest } of taps)
      line(
        name,
        `${Math.round(pressed)} ms`,
        `within 100; what it does ${Math.round(median)}, longest ${Math.round(longest)} ms`,
      )
  else line('no Chromium found', 'skipped')

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

  console.log('\nBack office, 10,000 products, 100,000 orders, 50,000 customers, one web process')
  const screens = await measureBackOffice(one)
  for (const { name, p95, longest } of screens)
    line(name, `p95 ${Math.round(p95)} ms`, `longest ${Math.round(longest)} ms`)
  const worst = Math.max(...screens.map(({ p95 }) => p95))
  line('the slowest screen', `p95 ${Math.round(worst)} ms`, 'within 200')

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
