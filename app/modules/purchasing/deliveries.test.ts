import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, products, stockMovements, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import {
  type DeliveryEdit,
  readDelivery,
  writeShown,
} from '../../rules/purchasing/delivery-form.ts'
import type { Actor } from '../audit/record-audit.ts'
import { checkLedger } from '../health/check-stock.ts'
import { takeStock } from '../stock/move-stock.ts'
import { bookDelivery } from './book-delivery.ts'
import { addToDelivery, saveDelivery, startDelivery } from './change-delivery.ts'
import { closeDelivery, discardDelivery, expectDelivery } from './end-delivery.ts'
import { findDelivery, listDeliveries } from './read-deliveries.ts'
import { reverseBooking } from './reverse-booking.ts'
import { supplierActs } from './suppliers.ts'

const shop = useShop()
let actor: Actor
let dress: TestProduct
let scarf: TestProduct
let presses = 0
const press = (): Actor => ({ ...actor, request: `press-${(presses += 1)}` })

beforeEach(async () => {
  actor = await anAdmin(shop)
  dress = await aProduct(shop, { name: 'Dress', stock: 2, size: 'S' })
  await shop.db
    .insert(variants)
    .values({ productId: dress.productId, sku: `M-${dress.productId}`, size: 'M', position: 1 })
  scarf = await aProduct(shop, { name: 'Scarf', stock: 0 })
})

const NOTHING: DeliveryEdit = {
  supplierId: { was: null, is: null },
  note: { was: '', is: '' },
  expectedOn: { was: null, is: null },
  units: new Map(),
  costs: new Map(),
}
const open = async (id: string) => {
  const delivery = await findDelivery(shop.db, id)
  if (!delivery) throw new Error('no delivery')
  return delivery
}
/** What the form of a delivery would send when these numbers are typed into it as it is shown now. */
async function typed(id: string, units: Record<string, number>, more: Record<string, string> = {}) {
  const { lines, supplierId, note, expectedOn } = await open(id)
  const fields: Record<string, string> = {}
  for (const [name, shown] of [
    ['supplier', supplierId ?? ''],
    ['note', note],
    ['expected_on', expectedOn ?? ''],
  ] as const) {
    fields[name] = shown
    fields[`was_${name}`] = writeShown([shown])
  }
  Object.assign(fields, more)
  for (const line of lines) {
    fields[`was:${line.id}`] = String(line.arriving)
    fields[`received:${line.id}`] = String(line.received)
    fields[`n:${line.id}`] = String(units[line.size ?? line.product] ?? line.arriving)
  }
  const read = readDelivery(fields)
  if (!read.ok) throw new Error(read.error)
  return read.edit
}
async function aDraft() {
  const { id } = await startDelivery(shop.db, press())
  for (const { productId } of [dress, scarf])
    expect(
      await addToDelivery(shop.db, press(), id, NOTHING, { productId, scanned: null }),
    ).toMatchObject({
      ok: true,
    })
  // What comes in one kind alone was one unit in the hand.
  await saveDelivery(shop.db, press(), id, await typed(id, { Scarf: 0 }))
  return id
}
const stock = async () => {
  const rows = await shop.db.select().from(variants)
  const of = (product: TestProduct, size: string | null) =>
    rows.find((row) => row.productId === product.productId && row.size === size)?.inventory
  return [of(dress, 'S'), of(dress, 'M'), of(scarf, null)]
}

describe('a delivery', () => {
  test('of many products is booked in one step, once even when it is sent again', async () => {
    const id = await aDraft()
    const cost = { [`cost:${dress.productId}`]: '9,500', [`wascost:${dress.productId}`]: '' }
    const edit = await typed(id, { S: 5, M: 4, Scarf: 10 }, cost)
    const twice = press()
    const booked = await Promise.all([
      bookDelivery(shop.db, twice, id, edit, true),
      bookDelivery(shop.db, twice, id, edit, true),
    ])
    expect(booked).toMatchObject([
      { ok: true, units: 19 },
      { ok: true, units: 19 },
    ])
    expect(await stock()).toEqual([7, 4, 10])
    // A second press of the old form, too.
    expect(await bookDelivery(shop.db, press(), id, edit, true)).toMatchObject({ ok: false })
    expect(await stock()).toEqual([7, 4, 10])
    const { state, bookings } = await open(id)
    expect([state, bookings.length, bookings[0]?.units, bookings[0]?.cost]).toEqual([
      'received',
      1,
      19,
      85_500,
    ])
    const [product] = await shop.db.select().from(products).where(eq(products.id, dress.productId))
    expect(product?.costPrice).toBe(9500)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('of any number of sizes is booked and reversed by the same number of statements and parameters', async () => {
    const sendMany = async (sizes: number) => {
      const { productId } = await aProduct(shop, { name: `Shirt ${sizes}`, stock: 0, size: '1' })
      const more = Array.from({ length: sizes - 1 }, (_, n) => `${n + 2}`)
      await shop.db.insert(variants).values(
        more.map((size) => ({
          productId,
          size,
          sku: `${productId}-${size}`,
          position: Number(size),
        })),
      )
      const { id } = await startDelivery(shop.db, press())
      await addToDelivery(shop.db, press(), id, NOTHING, { productId, scanned: null })
      const units = Object.fromEntries(['1', ...more].map((size) => [size, Number(size)]))
      await saveDelivery(shop.db, press(), id, await typed(id, units))
      const edit = await typed(id, {})
      const booked = await recordQueries(() => bookDelivery(shop.db, press(), id, edit, false))
      const all = (sizes * (sizes + 1)) / 2
      expect(booked.result).toMatchObject({ ok: true, units: all })
      const [booking] = (await open(id)).bookings
      const back = await recordQueries(() =>
        reverseBooking(shop.db, press(), id, booking?.id ?? ''),
      )
      expect(back.result).toEqual({ ok: true })
      const { lines } = await open(id)
      expect(lines.map(({ arriving, received }) => arriving - received)).toEqual(
        ['1', ...more].map(Number),
      )
      return [booked, back].map(({ sent }) => sent.map(({ values }) => values.length))
    }
    expect(await sendMany(2)).toEqual(await sendMany(6))
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is reversed by opposite movements, corrected and booked again; not when some of it was sold', async () => {
    const id = await aDraft()
    await bookDelivery(shop.db, press(), id, await typed(id, { M: 4, Scarf: 10 }), false)
    const [booking] = (await open(id)).bookings
    const back = press()
    expect(await reverseBooking(shop.db, back, id, booking?.id ?? '')).toEqual({ ok: true })
    expect(await reverseBooking(shop.db, back, id, booking?.id ?? '')).toEqual({ ok: true })
    expect(await reverseBooking(shop.db, press(), id, booking?.id ?? '')).toMatchObject({
      reason: 'booking-reversed',
    })
    expect([await stock(), (await open(id)).state]).toEqual([[2, 0, 0], 'draft'])
    const received = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'received'))
    expect(received.map(({ quantity }) => quantity).toSorted((a, b) => a - b)).toEqual([
      -10, -4, 4, 10,
    ])

    // Its numbers stand there again.
    await bookDelivery(shop.db, press(), id, await typed(id, { Scarf: 9 }), false)
    expect(await stock()).toEqual([2, 4, 9])
    const line = { variantId: scarf.variantId, quantity: 3 }
    await transact(shop.db, (db) => takeStock(db, [line], 'pos_sale', {}))
    const [again] = (await open(id)).bookings
    expect(await reverseBooking(shop.db, press(), id, again?.id ?? '')).toMatchObject({
      reason: 'delivery-sold',
      product: 'Scarf',
      available: 6,
    })
    expect(await stock()).toEqual([2, 4, 6])
    expect(await discardDelivery(shop.db, press(), id)).toMatchObject({ reason: 'delivery-done' })
  })

  test('that is expected arrives in parts until it is complete, or is closed', async () => {
    const id = await aDraft()
    expect(await expectDelivery(shop.db, press(), id, await typed(id, {}))).toMatchObject({
      reason: 'delivery-empty',
    })
    await expectDelivery(shop.db, press(), id, await typed(id, { S: 5, Scarf: 10 }))
    expect([(await open(id)).state, await stock()]).toEqual(['open', [2, 0, 0]])
    await bookDelivery(shop.db, press(), id, await typed(id, { S: 5 }), false)
    expect((await open(id)).state).toBe('partly')
    const other = await aDraft()
    await expectDelivery(shop.db, press(), other, await typed(other, { S: 1 }))
    expect(await closeDelivery(shop.db, press(), other)).toEqual({ ok: true })
    expect(await bookDelivery(shop.db, press(), other, NOTHING, false)).toMatchObject({
      reason: 'delivery-done',
    })
    await bookDelivery(shop.db, press(), id, await typed(id, { Scarf: 11 }), false)
    expect([(await open(id)).state, await stock()]).toEqual(['received', [7, 0, 11]])
    const { rows } = await listDeliveries(shop.db, { state: null, after: null })
    expect(rows.map(({ state, expected, received }) => [state, expected, received])).toEqual([
      ['closed', 1, 0],
      ['received', 15, 16],
    ])
  })

  test('that is expected is not booked again from a page that was opened before it was booked', async () => {
    const id = await aDraft()
    await expectDelivery(shop.db, press(), id, await typed(id, { M: 10 }))
    const phone = await typed(id, { M: 5 })
    // The field is left, and its page goes on with what it has sent.
    expect(await saveDelivery(shop.db, press(), id, phone)).toEqual({ ok: true, conflicts: 0 })
    const sent = new Map([...phone.units].map(([at, one]) => [at, { ...one, sent: [one.is] }]))
    const laptop = await typed(id, {})
    expect(await bookDelivery(shop.db, press(), id, laptop, false)).toMatchObject({ units: 5 })
    expect(
      await bookDelivery(shop.db, press(), id, { ...phone, units: sent }, false),
    ).toMatchObject({
      reason: 'edited-meanwhile',
      conflicts: [{ of: 'units', name: 'Dress, M', mine: 5, theirs: 0, booked: 5 }],
    })
    expect(await saveDelivery(shop.db, press(), id, { ...phone, units: sent })).toMatchObject({
      conflicts: 1,
    })
    expect([await stock(), (await open(id)).lines.map(({ arriving }) => arriving)]).toEqual([
      [2, 5, 0],
      [0, 0, 0],
    ])
    await bookDelivery(shop.db, press(), id, await typed(id, { M: 5 }), false)
    expect([await stock(), (await open(id)).state]).toEqual([[2, 10, 0], 'received'])
  })

  test('is edited on two devices at once: both find their numbers saved, and an unseen change refuses the booking', async () => {
    const id = await aDraft()
    const phone = await typed(id, { S: 5 })
    const laptop = await typed(id, { M: 4 })
    expect(await saveDelivery(shop.db, press(), id, phone)).toEqual({ ok: true, conflicts: 0 })
    expect(await bookDelivery(shop.db, press(), id, laptop, false)).toMatchObject({
      reason: 'delivery-edited',
    })
    expect(await saveDelivery(shop.db, press(), id, laptop)).toEqual({ ok: true, conflicts: 0 })
    expect((await open(id)).lines.map(({ arriving }) => arriving)).toEqual([5, 4, 0])
    // Of one number that both have changed, the first one's stands, and is told.
    const other = {
      ...phone,
      units: new Map([...phone.units].map(([at, one]) => [at, { ...one, is: 7 }])),
    }
    expect(await saveDelivery(shop.db, press(), id, other)).toMatchObject({ conflicts: 2 })
    expect((await open(id)).lines.map(({ arriving }) => arriving)).toEqual([5, 4, 7])
  })

  test('that another device has changed is not booked over it, and is saved over it with the version in which both were seen', async () => {
    const id = await aDraft()
    const cost = `cost:${dress.productId}`
    const wasCost = `was${cost}`
    const mine = await typed(id, { S: 7 }, { [cost]: '900', [wasCost]: '', note: 'Mine' })
    const theirs = await typed(id, { S: 5 }, { [cost]: '800', [wasCost]: '', note: 'Theirs' })
    await saveDelivery(shop.db, press(), id, theirs)
    // A second press of the same form is refused as the first one was.
    for (let turn = 1; turn <= 2; turn += 1) {
      const refused = await bookDelivery(shop.db, press(), id, mine, false)
      expect(refused).toEqual({
        ok: false,
        reason: 'edited-meanwhile',
        version: (await open(id)).version,
        conflicts: [
          { of: 'units', name: 'Dress, S', mine: 7, theirs: 5, booked: 0 },
          { of: 'cost', name: 'Dress', mine: 900, theirs: 800 },
          { of: 'note', mine: 'Mine', theirs: 'Theirs' },
        ],
      })
    }
    const { version } = await open(id)
    await saveDelivery(shop.db, press(), id, await typed(id, { M: 1 }))
    // Somebody has saved once more since both values were seen.
    const late = await saveDelivery(shop.db, press(), id, { ...mine, over: version })
    expect(late).toMatchObject({ conflicts: 3 })
    const over = { ...mine, over: (await open(id)).version }
    expect(await saveDelivery(shop.db, press(), id, over)).toEqual({ ok: true, conflicts: 0 })
    const { lines, note } = await open(id)
    expect([lines.map((line) => [line.arriving, line.unitCost]), note]).toEqual([
      [
        [7, 900],
        [1, 900],
        [0, null],
      ],
      'Mine',
    ])
  })

  test('finds no conflict in a field that a page has sent as it was shown, beside one that was typed into', async () => {
    const id = await aDraft()
    const phone = await typed(id, { S: 7 })
    await saveDelivery(shop.db, press(), id, phone)
    await saveDelivery(shop.db, press(), id, await typed(id, { M: 4 }))
    const sent = new Map([...phone.units].map(([at, one]) => [at, { ...one, sent: [one.is] }]))
    const again = { ...phone, units: sent }
    expect(await saveDelivery(shop.db, press(), id, again)).toEqual({ ok: true, conflicts: 0 })
    expect((await open(id)).lines.map(({ arriving }) => arriving)).toEqual([7, 4, 0])
    // Not seen yet, so it is not booked.
    expect(await bookDelivery(shop.db, press(), id, again, false)).toMatchObject({
      reason: 'delivery-edited',
    })
  })

  test('keeps supplier, day and note that another device has changed, and counts those that both have changed', async () => {
    const supplier = { name: 'Lilongwe Textiles', phone: null, note: null, isActive: true }
    const made = await supplierActs.create(shop.db, press(), supplier)
    if (!made.ok) throw new Error(made.reason)
    const id = await aDraft()
    const phone = (more: Record<string, string>) => ({ ...old, ...more })
    const old = {
      supplier: '',
      note: '',
      expected_on: '',
      was_supplier: '[""]',
      was_note: '[""]',
      was_expected_on: '[""]',
    }
    const send = (fields: Record<string, string>) => {
      const read = readDelivery(fields)
      if (!read.ok) throw new Error(read.error)
      return saveDelivery(shop.db, press(), id, read.edit)
    }
    const head = async () => {
      const { supplier, note, expectedOn } = await open(id)
      return [supplier, note, expectedOn]
    }
    const laptop = { supplier: made.id, note: 'Two boxes', expected_on: '2026-12-01' }
    expect(await send(phone(laptop))).toEqual({ ok: true, conflicts: 0 })
    const theirs = ['Lilongwe Textiles', 'Two boxes', '2026-12-01']
    expect(await head()).toEqual(theirs)
    expect(await send(phone({}))).toEqual({ ok: true, conflicts: 0 })
    expect(await head()).toEqual(theirs)
    // The note alone was typed into the old form.
    expect(await send(phone({ note: 'Three boxes' }))).toEqual({ ok: true, conflicts: 1 })
    expect(await head()).toEqual(theirs)
    expect(
      await bookDelivery(shop.db, press(), id, await typed(id, { S: 1 }), false),
    ).toMatchObject({ ok: true })
    const [moved] = await shop.db
      .select({ reason: stockMovements.reason })
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'received'))
    expect(moved?.reason).toMatch(/^D-\d+, Lilongwe Textiles$/)
  })

  test('takes a note that was corrected before its first save was answered for no change of somebody else', async () => {
    const id = await aDraft()
    const send = async (was: string[], note: string) => {
      const edit = await typed(id, {}, { was_note: writeShown(was), note })
      return [await saveDelivery(shop.db, press(), id, edit), (await open(id)).note]
    }
    expect(await send([''], 'Two')).toEqual([{ ok: true, conflicts: 0 }, 'Two'])
    expect(await send(['', 'Two'], 'Two boxes')).toEqual([{ ok: true, conflicts: 0 }, 'Two boxes'])
    expect(await send(['', 'Two', 'Two boxes'], '')).toEqual([{ ok: true, conflicts: 0 }, ''])
  })

  test('counts a scan as one more unit of its size', async () => {
    const id = await aDraft()
    const scan = (by = press()) =>
      addToDelivery(shop.db, by, id, NOTHING, {
        productId: dress.productId,
        scanned: dress.variantId,
      })
    await Promise.all([scan(), scan(), scan()])
    expect((await open(id)).lines.map(({ arriving }) => arriving)).toEqual([3, 0, 0])
    // Its answer got lost, and it is sent again.
    const lost = press()
    await Promise.all([scan(lost), scan(lost)])
    await scan(lost)
    expect((await open(id)).lines.map(({ arriving }) => arriving)).toEqual([4, 0, 0])
  })

  test('with a size that is no longer sold is not booked', async () => {
    const id = await aDraft()
    await shop.db.update(variants).set({ retiredAt: new Date() }).where(eq(variants.size, 'M'))
    expect(
      await bookDelivery(shop.db, press(), id, await typed(id, { S: 1, M: 1 }), false),
    ).toMatchObject({ reason: 'delivery-gone', product: 'Dress, M' })
    expect(await stock()).toEqual([2, 0, 0])
  })
})

test('two deliveries of the same products in different orders, and sales of them, end in no deadlock', async () => {
  const ids = await Promise.all([aDraft(), aDraft(), aDraft()])
  const edits = await Promise.all(ids.map((id) => typed(id, { S: 2, M: 3, Scarf: 4 })))
  const { userId } = await aUser(shop)
  const sale = () =>
    transact(shop.db, (db) =>
      takeStock(
        db,
        [scarf, dress].map(({ variantId }) => ({ variantId, quantity: 1 })),
        'pos_sale',
        { byUser: userId },
      ),
    )
  const done = await Promise.all([
    ...ids.map((id, at) => bookDelivery(shop.db, press(), id, edits[at] ?? NOTHING, false)),
    sale(),
    sale(),
  ])
  const sold = done.slice(3).filter(({ ok }) => ok).length
  expect(done.slice(0, 3).every(({ ok }) => ok)).toBe(true)
  expect(await stock()).toEqual([8 - sold, 9, 12 - sold])
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})

test('a change to an expected delivery is logged, one to a draft only when it is expected or booked', async () => {
  const supplier = { name: 'Lilongwe Textiles', phone: null, note: null, isActive: true }
  const made = await supplierActs.create(shop.db, press(), supplier)
  if (!made.ok) throw new Error(made.reason)
  const id = await aDraft()
  const cost = (was: string, is: string) => ({
    supplier: made.id,
    [`wascost:${dress.productId}`]: was,
    [`cost:${dress.productId}`]: is,
  })
  await expectDelivery(shop.db, press(), id, await typed(id, { M: 4 }, cost('', '9,000')))
  const logged = async () => {
    const rows = await shop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'delivery'))
      .orderBy(auditLog.id)
    return rows.map(({ action, byUser, before, after }) => ({ action, byUser, before, after }))
  }
  const drafted = await logged()
  expect(drafted.map(({ action }) => action)).toEqual(['created', 'status changed'])

  const dearer = press()
  const edit = await typed(id, {}, { ...cost('9000', '9,500'), note: 'They rang' })
  const scan = { productId: dress.productId, scanned: dress.variantId }
  await addToDelivery(shop.db, dearer, id, edit, scan)
  await addToDelivery(shop.db, dearer, id, edit, scan)
  await saveDelivery(
    shop.db,
    press(),
    id,
    await typed(id, { M: 3 }, { ...cost('9500', '9,500'), note: 'They rang' }),
  )
  expect((await logged()).slice(2)).toEqual([
    {
      action: 'edited',
      byUser: actor.userId,
      before: { note: '', 'Dress, cost price': 9000 },
      after: { note: 'They rang', 'Dress, cost price': 9500 },
    },
  ])
  // The same press is no other act for having written that.
  expect(await closeDelivery(shop.db, dearer, id)).toEqual({ ok: true })
  expect((await open(id)).state).toBe('closed')
})

test('a supplier’s name is unique, and the supplier cannot be deleted while a delivery names it', async () => {
  const edit = { name: 'Lilongwe Textiles', phone: null, note: null, isActive: true }
  const made = await supplierActs.create(shop.db, press(), edit)
  if (!made.ok) throw new Error(made.reason)
  expect(
    await supplierActs.create(shop.db, press(), { ...edit, name: 'LILONGWE textiles' }),
  ).toMatchObject({ reason: 'supplier-taken' })
  const id = await aDraft()
  await saveDelivery(shop.db, press(), id, await typed(id, {}, { supplier: made.id }))
  expect((await open(id)).supplier).toBe('Lilongwe Textiles')
  expect(await supplierActs.delete(shop.db, press(), { id: made.id, version: 1 })).toMatchObject({
    reason: 'supplier-used',
  })
})

test("a number corrected before its first save was answered is no conflict of the page with itself, but another person's number is", async () => {
  const { id } = await startDelivery(shop.db, press())
  await addToDelivery(shop.db, press(), id, NOTHING, { productId: dress.productId, scanned: null })
  const m = (await open(id)).lines.find(({ size }) => size === 'M')
  /** As the page sends it that was shown no unit. */
  const corrected = (sent: string, is: string) =>
    typed(id, {}, {}).then((edit) => {
      const read = readDelivery({ [`was:${m?.id}`]: `0${sent}`, [`n:${m?.id}`]: is })
      return read.ok ? { ...edit, units: read.edit.units } : Promise.reject(new Error(read.error))
    })
  const save = async (sent: string, is: string) =>
    (await saveDelivery(shop.db, press(), id, await corrected(sent, is))).ok &&
    (await open(id)).lines.find(({ size }) => size === 'M')?.arriving
  expect(await save('', '3')).toBe(3)
  // Its answer is on the way, and the page still shows none.
  expect(await save(',3', '6')).toBe(6)
  expect(await save(',3,6', '0')).toBe(0)
  expect(await save('', '5')).toBe(5)
  // What this page has never sent is somebody else's.
  const refused = await bookDelivery(shop.db, press(), id, await corrected(',3,6', '6'), false)
  expect(refused).toMatchObject({ ok: false, reason: 'edited-meanwhile' })
  const booked = await bookDelivery(shop.db, press(), id, await corrected(',5', '6'), false)
  expect(booked).toMatchObject({ ok: true })
  expect((await open(id)).lines.find(({ size }) => size === 'M')?.received).toBe(6)
})
