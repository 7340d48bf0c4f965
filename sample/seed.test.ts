import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { banners, discounts, products, profiles, users, variants } from '../app/db/tables.server.ts'
import { checkLedger } from '../app/modules/health/check-stock.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { openShop } from '../app/platform/shop.server.ts'
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts'
import { PASSWORD } from './accounts-and-codes.ts'
import * as catalogue from './catalogue.ts'
import { seedSampleShop } from './seed.ts'

let shop: Awaited<ReturnType<typeof openShop>>
let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'zovala-seed-'))

beforeAll(async () => {
  database = await createTestDatabase()
  const config = readConfig({ DATA_DIR: dataDir })
  shop = await openShop(config, database.url, createLog({ level: 'silent' }))
  await seedSampleShop(shop)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const bySlug = async (slug: string) =>
  (await shop.db.select().from(products).where(eq(products.slug, slug)))[0]

describe('the sample shop', () => {
  it('holds every product of the catalogue, with its stock explained by the ledger', async () => {
    expect(await shop.db.$count(products)).toBe(catalogue.products.length)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
    expect(await bySlug('canvas-tote-bag')).toMatchObject({ inventoryQuantity: 40 })
    expect(await bySlug('last-pair-sandals')).toMatchObject({ inventoryQuantity: 5 })
    expect(await bySlug('sold-out-scarf')).toMatchObject({ inventoryQuantity: 0 })
  })

  it('gives a plain product one variant without size and colour', async () => {
    const tote = await bySlug('canvas-tote-bag')
    const rows = await shop.db
      .select()
      .from(variants)
      .where(eq(variants.productId, tote?.id ?? ''))
    expect(rows).toMatchObject([{ size: null, color: null, inventory: 40 }])
  })

  it('is filled once, however often it is asked', async () => {
    await seedSampleShop(shop)
    expect(await shop.db.$count(products)).toBe(catalogue.products.length)
    expect(await shop.db.$count(users)).toBe(4)
  })

  it('lets one person of each role sign in with the printed password', async () => {
    for (const [name, role] of [
      ['super', 'super_admin'],
      ['admin', 'admin'],
      ['cashier', 'cashier'],
      ['customer', 'customer'],
    ] as const) {
      const { user } = await shop.auth.api.signInEmail({
        body: { email: `${name}@zovala.test`, password: PASSWORD },
      })
      const [profile] = await shop.db.select().from(profiles).where(eq(profiles.userId, user.id))
      expect(profile?.role, name).toBe(role)
    }
  })

  it('dates its codes from the day it is filled, and has one use left of LASTONE', async () => {
    const { rows } = await shop.db.execute<{ code: string }>(sql`
      select code from discounts where is_active and coalesce(expires_at > now(), true)
        and coalesce(starts_at <= now(), true) and coalesce(used_count < maximum_uses, true) order by code`)
    expect(rows.map((row) => row.code)).toEqual([
      'BIGSPEND',
      'LASTONE',
      'LESS5000',
      'SHIPFREE',
      'WELCOME10',
    ])
    const [last] = await shop.db.select().from(discounts).where(eq(discounts.code, 'LASTONE'))
    expect((last?.maximumUses ?? 0) - (last?.usedCount ?? 0)).toBe(1)
  })

  it('runs its banners', async () => {
    expect(await shop.db.$count(banners)).toBe(catalogue.banners.length)
  })
})
