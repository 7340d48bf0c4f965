import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { WATCHED_HOURLY } from '../../../app/rules/health/health.ts'
import { WORK_ROWS } from '../../../app/ui/admin/reports/work-rows.ts'
import { SHOP, signInAs } from '../../support/browse.ts'
import { ask } from '../../support/product.ts'

/** Adds troubles of the shop and refused emails; returns the function that removes them. */
async function addAlarms() {
  const to = `${randomUUID()}@example.com`
  // A check of every five minutes would end the trouble before this test sees it.
  const isOurs = `kind = '${WATCHED_HOURLY[0]}'`
  const [before] = await ask(
    SHOP,
    `select coalesce(quote_literal(ended_at), 'null') from troubles where ${isOurs}`,
  )
  await ask(
    SHOP,
    `with noticed as (
       insert into troubles (kind, finding)
       values ('${WATCHED_HOURLY[0]}', '{"code": "openings-fail", "count": 3}')
       on conflict (kind) do update set ended_at = null)
     insert into pgboss.job (name, state, completed_on, data, output)
     select 'send-email', 'failed', now(),
       jsonb_build_object('to', '${to}', 'subject', 'Your order is on its way, part ' || n),
       '{"message": "550 no such person here"}' from generate_series(1, 4) n`,
  )
  return () =>
    ask(
      SHOP,
      `with restored as (
         ${before ? `update troubles set ended_at = ${before}` : 'delete from troubles'} where ${isOurs})
       delete from pgboss.job where data ->> 'to' = '${to}'`,
    )
}

test('every kind of waiting work has a row on a phone’s first screen of the dashboard, and the rest is near', {
  tag: '@phone',
}, async ({ browser, baseURL }) => {
  // Without scripts the page keeps the rows that this test inserts.
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await signInAs(page, 'admin@zovala.test')
  const removeAlarms = await addAlarms()
  try {
    await page.goto('/admin')
    const waits = page.getByRole('region', { name: 'What waits' })
    // Troubles fold out by their row, other sections by their own box.
    const trouble = page.getByRole('region', { name: 'Trouble with the shop' })
    const troubles = trouble.getByRole('listitem')
    await expect(trouble).toBeVisible()
    await expect(troubles).toHaveCount(0)
    await waits.getByRole('link', { name: /troubles? with the shop/ }).click()
    await expect(troubles.first()).toBeInViewport()
    await trouble.getByRole('link', { name: 'Fold: Trouble with the shop' }).click()
    await expect(trouble).toBeVisible()
    await expect(troubles).toHaveCount(0)
    await trouble.getByRole('checkbox').check()
    await expect(troubles.first()).toBeVisible()
    await trouble.getByRole('checkbox').uncheck()
    // tests/http/reports/work.test.ts makes each kind by its acts; here copied rows of the page show their words.
    await waits.getByRole('list').evaluate(
      (list, kinds) => {
        const one = [...list.children].find((row) => row.querySelector('time'))
        const rows = kinds.map((words) => {
          const row = one?.cloneNode(true) as HTMLElement
          const count = row.querySelector('strong')
          while (count?.nextSibling && !(count.nextSibling instanceof HTMLElement))
            count.nextSibling.remove()
          count?.after(` ${words}`)
          if (count) count.textContent = '12'
          return row
        })
        list.replaceChildren(...rows)
      },
      Object.values(WORK_ROWS).map(({ many }) => many),
    )
    await expect(waits.getByRole('link')).toHaveCount(16)
    await expect(waits.getByRole('link').first()).toBeInViewport({ ratio: 1 })
    const { height, isFilled, rows } = await page.evaluate(() => {
      const card = document.querySelector('[aria-label="What waits"]')
      return {
        height: document.documentElement.scrollHeight,
        // Above the bar at the bottom.
        isFilled: card?.contains(document.elementFromPoint(180, 660)),
        rows: [...(card?.querySelectorAll('a') ?? [])].map((row) => row.clientHeight),
      }
    })
    expect(isFilled).toBe(true)
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(44)
    expect(height).toBeLessThanOrEqual(2000)
  } finally {
    await removeAlarms()
    await context.close()
  }
})
