import { line } from './line.ts'
import { type RunningShop, startShop } from './shop.ts'
import { measureSlowConnection } from './slow-connection.ts'
import { measureTaps } from './taps.ts'
import { weighHome } from './weight.ts'

/**
 * Prints what a cheap phone fetches and waits for: the home page, the way to a paid order, each page's largest paint,
 * each tap.
 */
export async function printPhone({ origin, pool }: Pick<RunningShop, 'origin' | 'pool'>) {
  console.log('\nHome page, first visit, phone, 1.6 Mbit/s, 150 ms, 4x slower CPU')
  const weight = await weighHome(origin)
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
  const slow = await measureSlowConnection(origin, pool)
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
  const taps = await measureTaps(origin, pool)
  if (taps)
    for (const { name, pressed, median, longest } of taps)
      line(
        name,
        `${Math.round(pressed)} ms`,
        `within 100; what it does ${Math.round(median)}, longest ${Math.round(longest)} ms`,
      )
  else line('no Chromium found', 'skipped')
}

/** `npm run bench -- phone`: only these measurements. */
export async function printPhoneAlone() {
  const one = await startShop(1)
  try {
    await printPhone(one)
  } finally {
    await one.close()
  }
}
