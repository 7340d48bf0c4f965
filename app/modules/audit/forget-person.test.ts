import { expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog } from '../../db/tables.server.ts'
import { forgetInAudit } from './forget-person.ts'
import { recordAudit } from './record-audit.ts'

const shop = useShop()

/** A row of the log as it is once these are forgotten. */
async function forget(values: string[], after: Record<string, unknown>) {
  const { userId } = await aUser(shop, 'admin')
  await shop.db.transaction(async (db) => {
    await recordAudit(
      db,
      { userId, ip: '10.0.0.1' },
      { action: 'edited', entity: 'product', entityId: 'x', label: 'Chitenje', after },
    )
    await forgetInAudit(db, { userId: null, name: null, values })
  })
  const rows = await shop.db.select().from(auditLog).orderBy(auditLog.id)
  return rows.at(-1)?.after
}

test('the log forgets a phone number, and keeps amounts with the same digits', async () => {
  expect(
    await forget(['1500000'], {
      price: 1500000,
      stock: [1500000],
      phone: '1500000',
      code: 'A15000001',
    }),
  ).toEqual({ price: 1500000, stock: [1500000], phone: '…', code: 'A15000001' })
})

test('the log forgets an email address, and keeps longer addresses that contain it', async () => {
  const others = {
    before: 'maria.banda@x.mw',
    dashed: 'maria-banda@x.mw, maria+banda@x.mw',
    behind: 'banda@x.mw.org and banda@x.mwana',
    dot: 'banda@xAmw',
  }
  expect(
    await forget(['banda@x.mw'], {
      ...others,
      to: ['banda@x.mw'],
      note: 'Wrote to banda@x.mw.',
      sent: JSON.stringify({ email: 'banda@x.mw', note: 'hers\nbanda@x.mw' }),
    }),
  ).toEqual({
    ...others,
    to: ['…'],
    note: 'Wrote to ….',
    sent: JSON.stringify({ email: '…', note: 'hers\n…' }),
  })
})

test('the log forgets an address with characters that have a meaning in a pattern', async () => {
  expect(await forget(['+265 (0)99*1|2'], { note: 'Call +265 (0)99*1|2 now' })).toEqual({
    note: 'Call … now',
  })
})
