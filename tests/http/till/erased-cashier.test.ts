import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, posSales, profiles, users } from '../../../app/db/tables.server.ts'
import { eraseCustomer } from '../../../app/modules/privacy/erase-account.ts'
import { ERASED_NAME } from '../../../app/rules/accounts/erasure.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
const NAME = 'Tiyamike Nkhoma'
let bob: SignedIn

/** A return and a counted shift of Bob's, and a sale that somebody else has sent in his name. */
beforeEach(async () => {
  bob = await app.signIn('cashier')
  await app.shop.db.update(users).set({ name: NAME }).where(eq(users.id, bob.userId))
  const eve = await app.signIn('cashier')
  const dress = await aProduct(app.shop, { price: 40_000, stock: 20 })
  const till = await aTill(bob, { hasKey: true })
  const hers = await aTill(eve, { hasKey: true })
  const sale = till.sale([aSoldLine(dress)])
  for (const event of [
    till.openShift,
    sale,
    till.back(sale),
    {
      ...till.made(),
      kind: 'shift-closed' as const,
      shiftId: till.shiftId,
      counted: {},
      note: null,
    },
  ])
    await till.send(await till.sign(event))
  const forged = { deviceId: hers.deviceId, things: [till.sale([aSoldLine(dress)])] }
  await eve.json('/admin/pos/upload', { body: forged })
})

/** The rows about the till that name Bob: return, shift and doubt in the log, and the note on the sale. */
async function readTraces() {
  const log = await app.shop.db.select().from(auditLog)
  const sales = await app.shop.db.select().from(posSales)
  return [
    ...log.filter(({ after }) => JSON.stringify(after)?.includes(NAME)).map(({ action }) => action),
    ...sales
      .filter(({ reviewNotes }) => JSON.stringify(reviewNotes).includes(NAME))
      .map(() => 'note'),
  ].sort()
}

async function erase() {
  const boss = await app.signIn('super_admin')
  await app.shop.db
    .update(profiles)
    .set({ role: 'customer' })
    .where(eq(profiles.userId, bob.userId))
  const actor = { userId: boss.userId, ip: '10.0.0.1', role: 'super_admin' as const }
  expect(await eraseCustomer(app.shop, actor, bob.userId)).toMatchObject({ ok: true })
}

const TRACES = ['maker unproven', 'note', 'shift closed', 'taken back']

test('the name of an erased cashier is removed from returns, shifts and doubted sales', async () => {
  expect(await readTraces()).toEqual(expect.arrayContaining(TRACES))
  await erase()
  expect(await readTraces()).toEqual([])
  const [doubt] = await app.shop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'maker unproven'))
  expect(doubt?.after).toMatchObject({ named: ERASED_NAME })
  const notes = (await app.shop.db.select().from(posSales)).flatMap((sale) => sale.reviewNotes)
  expect(notes).toContainEqual({ code: 'maker-unproven', name: ERASED_NAME })
})

test('a cashier with the same name as an erased person keeps it', async () => {
  const other = await app.signIn('cashier')
  await app.shop.db.update(users).set({ name: NAME }).where(eq(users.id, other.userId))
  await erase()
  expect(await readTraces()).toEqual(expect.arrayContaining(TRACES))
})
