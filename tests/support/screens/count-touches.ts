import type { Page } from '@playwright/test'

const FIELD = 'input:not([type=radio], [type=checkbox]), select, textarea'

/** Counts from now on a shopper's taps and filled-in fields, on every page that is opened. */
export async function countTouches(page: Page) {
  let taps = 0
  const fields = new Set<string>()
  await page.exposeBinding('tellTouch', (_source, field: string | null) => {
    if (field === null) taps += 1
    else fields.add(field)
  })
  await page.addInitScript((css) => {
    const report = (field: string | null) =>
      (Reflect.get(window, 'tellTouch') as (field: string | null) => void)(field)
    addEventListener('pointerdown', () => report(null), { capture: true })
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLElement && target.matches(css))
          report(`${location.pathname} ${target.getAttribute('name')}`)
      },
      { capture: true },
    )
  }, FIELD)
  return { taps: () => taps, fields: () => fields.size }
}
