import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'
import { aProduct } from '../../support/factories.ts'

const app = useApp()
const see = async () => {
  const { status, html } = await (await app.signIn('admin')).open('/admin/health')
  expect(status).toBe(200)
  return html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('the owner sees that all is well, and what is in trouble first, with what to do about it', async () => {
  const skirt = await aProduct(app.shop, { price: 20_000, stock: 5 })
  const well = await see()
  expect(well).toContain('All is well.')
  expect(well).toContain('The stock of 1 variant is the sum of its movements.')
  await app.shop.db.transaction(async (db) => {
    await db.execute(sql`set local session_replication_role = replica`)
    await db.execute(sql`update products set inventory_quantity = 4 where id = ${skirt.productId}`)
  })
  const wrong = await see()
  expect(wrong).toContain('One thing is in trouble.')
  expect(wrong).toMatch(/Trouble Stock and its ledger .* Fine Reservations/)
  expect(wrong).toContain('Count these items')
})
