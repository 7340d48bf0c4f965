import { describe, expect, onTestFinished, test } from 'vitest'
import { latestSettings, setLatestSettings } from '../../platform/current-settings.server.ts'
import { payloadErrors } from '../../rules/messages/checkout/checkout.ts'
import { deliverySettings } from '../../rules/settings/settings.ts'
import {
  type CheckoutPayload,
  checkoutPayload,
  readPayload,
  readSalePayload,
  salePayload,
} from './read-payload.ts'

const ID = '0198C0DE-0000-4000-8000-00000000ABCD'
const OTHER = '0198C0DE-0000-4000-8000-00000000FFFF'
const id = ID.toLowerCase()
const other = OTHER.toLowerCase()
const ITEM = { product_id: ID, variant_id: OTHER, quantity: 2, price: 20_000 }
const TO = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991 234 567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}
const ORDER = {
  cartItems: [ITEM],
  shippingAddress: TO,
  totalAmount: 42_000,
  courierService: 'bike-riders',
}
const SALE = {
  pos: true,
  paymentMethod: 'paychangu',
  cartItems: [ITEM],
  totalAmount: 40_000,
}
const parse = (change: object = {}) => checkoutPayload.safeParse({ ...ORDER, ...change })
const parseSale = (change: object = {}) => salePayload.safeParse({ ...SALE, ...change })
const read = (change: object = {}, key: string | null = 'key-1') => {
  const payload: CheckoutPayload = checkoutPayload.parse({ ...ORDER, ...change })
  return readPayload(payload, { email: 'own@example.com' }, key)
}
const readRequest = (change: object = {}) => {
  const asked = read(change)
  if (!asked.ok) throw new Error(asked.reason)
  return asked.request
}
const readSale = (
  change: object = {},
  key: string | null = 'key-1',
  deviceId: string | null = null,
) => readSalePayload(salePayload.parse({ ...SALE, ...change }), key, deviceId)
/** What is said beside the first field that is wrong. */
const error = (parsed: ReturnType<typeof parse> | ReturnType<typeof parseSale>) =>
  parsed.success ? null : parsed.error.issues[0]?.message

const address = { ...TO, phone: '+265991234567' }

describe('an API request for an order', () => {
  test('is read with ids and phone number as they are stored and the customer’s own email', () => {
    expect(read({ email: 'other@example.com' })).toEqual({
      ok: true,
      request: {
        lines: [{ productId: id, variantId: other, quantity: 2, price: 20_000 }],
        email: 'own@example.com',
        firstName: 'Chisomo',
        lastName: 'Banda',
        phone: '+265991234567',
        shippingAddress: address,
        billingAddress: address,
        collectAt: null,
        courierId: 'bike-riders',
        notes: null,
        discount: null,
        totalAmount: 42_000,
        idempotencyKey: 'key-1',
      },
    })
  })

  test('may leave out the variants, which the parsed request leaves out as well', () => {
    for (const variant_id of [null, undefined])
      expect(readRequest({ cartItems: [{ ...ITEM, variant_id }] }).lines).toEqual([
        { productId: id, quantity: 2, price: 20_000 },
      ])
  })

  test('may name a buyer other than the recipient', () => {
    const named = readRequest({ firstName: 'Tadala', lastName: 'Phiri' })
    const { firstName, lastName, shippingAddress } = named
    expect([firstName, lastName]).toEqual(['Tadala', 'Phiri'])
    expect(shippingAddress).toMatchObject({ firstName: 'Tadala', lastName: 'Phiri' })
  })

  test('sends the bill to the given address, otherwise to the delivery address', () => {
    const billingAddress = { address: 'Box 7', city: '', district: undefined }
    expect(readRequest({ billingAddress }).billingAddress).toEqual({ ...address, address: 'Box 7' })
    expect(readRequest({ billingAddress: null }).billingAddress).toEqual(address)
  })

  test('may name the day promised for a pre-ordered line', () => {
    const lines = (preorder_from: string | null) =>
      readRequest({ cartItems: [{ ...ITEM, preorder_from }] }).lines
    const bare = { productId: id, variantId: other, quantity: 2, price: 20_000 }
    expect(lines('2026-12-03')).toEqual([{ ...bare, preorderFrom: '2026-12-03' }])
    expect(lines(null)).toStrictEqual([bare])
    expect(error(parse({ cartItems: [{ ...ITEM, preorder_from: 'soon' }] }))).toBe(
      payloadErrors.day,
    )
  })

  test('is collected at a depot of its courier, whose address becomes the order’s', () => {
    const { firstName, lastName, phone } = TO
    const request = {
      courierService: 'cts-courier',
      depot: 'CTS Zomba',
      shippingAddress: { firstName, lastName, phone },
    }
    expect(readRequest(request)).toMatchObject({
      collectAt: 'CTS Zomba, M3 Road, Zomba',
      shippingAddress: { address: 'CTS Zomba, M3 Road', city: 'Zomba', district: 'Zomba' },
    })
    expect(readRequest({ depot: '' }).collectAt).toBeNull()
    expect(read({ courierService: 'cts-courier', depot: 'CTS Atlantis' })).toEqual({
      ok: false,
      reason: 'depot-unknown',
      courier: 'CTS Courier',
    })
  })

  test('is collected at the depot that its full name names when two share a name; a name alone finds the only depot where the shop delivers', () => {
    const before = latestSettings()
    onTestFinished(() => setLatestSettings(before))
    const delivery = structuredClone(deliverySettings())
    const [courier] = delivery.couriers.filter(({ id: one }) => one === 'cts-courier')
    Object.assign(courier ?? {}, {
      depots: {
        Zomba: [['Main Depot', 'M3 Road', 'Zomba']],
        Mangochi: [['Main Depot', 'Lake Road', 'Mangochi']],
      },
    })
    const depotIn = (depot: string, areas: object) => {
      setLatestSettings({
        ...before,
        delivery: { ...delivery, areas: { ...delivery.areas, ...areas } },
      })
      const asked = read({ courierService: 'cts-courier', depot })
      return asked.ok ? asked.request.shippingAddress.district : asked.reason
    }
    const nowhere = { Zomba: null, Mangochi: null }
    // A repeat finds the order of before by it, wherever the shop delivers by then.
    for (const areas of [{}, { Zomba: null }, nowhere]) {
      expect(depotIn('Main Depot, M3 Road, Zomba', areas)).toBe('Zomba')
      expect(depotIn('Main Depot, Lake Road, Mangochi', areas)).toBe('Mangochi')
    }
    expect(depotIn('Main Depot', { Zomba: null })).toBe('Mangochi')
    expect(depotIn('Main Depot', { Mangochi: null })).toBe('Zomba')
    for (const areas of [{}, nowhere]) expect(depotIn('Main Depot', areas)).toBe('depot-unknown')
  })

  test('names a courier by id or by name', () => {
    expect(readRequest({ courierService: ' Doorbell Services ' }).courierId).toBe('doorbell')
    expect(read({ courierService: 'pigeon' })).toEqual({ ok: false, reason: 'courier-missing' })
  })

  test.each(['firstName', 'lastName', 'phone', 'address', 'city'])(
    'without %s is refused',
    (field) => {
      for (const value of [undefined, '', '  '])
        expect(read({ shippingAddress: { ...TO, [field]: value } })).toEqual({
          ok: false,
          reason: 'details-missing',
        })
    },
  )

  test('with an invalid phone number or district is refused', () => {
    expect(read({ shippingAddress: { ...TO, phone: '12' } })).toMatchObject({
      reason: 'details-missing',
    })
    for (const district of [undefined, '', 'Atlantis'])
      expect(read({ shippingAddress: { ...TO, district } })).toEqual({
        ok: false,
        reason: 'district-unknown',
      })
  })

  test('compares only those parts of a code that the request gives', () => {
    expect(readRequest({ discountCode: { code: 'TEN' } }).discount).toStrictEqual({ code: 'TEN' })
    const discount = { code: 'TEN', type: 'percentage', value: 10, discountAmount: 2000 }
    expect(readRequest({ discountCode: discount }).discount).toEqual(discount)
    expect(readRequest({ discountCode: { ...discount, discountAmount: '2000' } }).discount).toEqual(
      discount,
    )
    expect(readRequest({ discountCode: null }).discount).toBeNull()
    expect(parse({ discountCode: { code: 'TEN', type: 'gift' } }).success).toBe(false)
  })

  test('keeps notes that are not blank, and whether delivery was shown as free', () => {
    expect(readRequest({ notes: ' Ring twice ' }).notes).toBe('Ring twice')
    expect(readRequest({ notes: '  ' }).notes).toBeNull()
    expect(readRequest({ isFreeDelivery: false })).toMatchObject({ isFreeDelivery: false })
    expect(readRequest()).not.toHaveProperty('isFreeDelivery')
    expect(read({}, null)).toMatchObject({ request: { idempotencyKey: null } })
  })

  test('may give amounts as text; an invalid number is refused later, with the correct amount', () => {
    expect(readRequest({ totalAmount: '42000' }).totalAmount).toBe(42_000)
    expect(readRequest({ totalAmount: 'much' }).totalAmount).toBeNaN()
    expect(parse({ totalAmount: '1'.repeat(20) }).success).toBe(true)
    for (const totalAmount of ['1'.repeat(21), null, true, undefined])
      expect(parse({ totalAmount }).success).toBe(false)
  })

  test.each([
    ['a name', { firstName: 'x'.repeat(101) }],
    ['a last name', { lastName: 'x'.repeat(101) }],
    ['an e-mail', { email: 'x'.repeat(255) }],
    ['a courier', { courierService: 'x'.repeat(51) }],
    ['a note', { notes: 'x'.repeat(1001) }],
    ['a code', { discountCode: { code: 'x'.repeat(51) } }],
    ['a phone number', { shippingAddress: { ...TO, phone: '1'.repeat(31) } }],
    ['an address', { shippingAddress: { ...TO, address: 'x'.repeat(301) } }],
    ['a city', { shippingAddress: { ...TO, city: 'x'.repeat(101) } }],
    ['a district', { shippingAddress: { ...TO, district: 'x'.repeat(51) } }],
    ['two hundred and one lines', { cartItems: Array.from({ length: 201 }, () => ITEM) }],
  ])('with a %s that is too long is refused', (_what, change) => {
    expect(parse(change).success).toBe(false)
  })

  test('names what is wrong with its lines', () => {
    const lines = (change: object) => error(parse({ cartItems: [{ ...ITEM, ...change }] }))
    expect(lines({})).toBeNull()
    expect(lines({ product_id: 'x' })).toBe(payloadErrors.product)
    expect(lines({ variant_id: 'x' })).toBe(payloadErrors.variant)
    expect(lines({ quantity: '2' })).toBeTypeOf('string')
    const many = Array.from({ length: 201 }, () => ITEM)
    expect(error(parse({ cartItems: many }))).toBe(payloadErrors['too-many-lines'])
    expect(error(parse({ cartItems: many.slice(1) }))).toBeNull()
  })
})

describe('a till’s request for a sale by mobile money', () => {
  const bare = {
    lines: [{ productId: id, variantId: other, quantity: 2, price: 20_000, discount: 0 }],
    totalAmount: 40_000,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: 'key-1',
    saleId: undefined,
    tillId: undefined,
    shiftId: undefined,
    discount: 0,
    approval: null,
    cashAmount: 0,
    credit: null,
    voucher: null,
    exchange: null,
    deviceId: undefined,
    signature: undefined,
  }

  test('has no value for what it leaves out', () => {
    expect(readSale()).toEqual(bare)
    const nothing = Object.fromEntries(
      [
        'email',
        'firstName',
        'lastName',
        'customerName',
        'customerPhone',
        'notes',
        'till_id',
        'shift_id',
        'sale_id',
        'discount',
        'approval',
        'cash_amount',
        'credit',
        'exchange',
        'device_signature',
      ].map((field) => [field, null]),
    )
    expect(readSale(nothing)).toEqual(bare)
    expect(readSale({ customerName: '', customerPhone: ' ', notes: '' })).toEqual(bare)
  })

  test('is read with its place, buyer, discounts, approval and cash part', () => {
    const approval = { by: ID, proof: 'live:1' }
    expect(
      readSale(
        {
          cartItems: [ITEM, { ...ITEM, discount: '500' }],
          customerName: ' Tadala ',
          customerPhone: '0991234567',
          notes: 'Wrap it',
          till_id: ID,
          shift_id: OTHER,
          sale_id: ID,
          discount: 1000,
          approval,
          cash_amount: 5000,
          credit: { reserve_id: ID, amount: '3000' },
          device_signature: 'sign',
        },
        'key-2',
        'device-1',
      ),
    ).toEqual({
      ...bare,
      lines: [bare.lines[0], { ...bare.lines[0], discount: 500 }],
      customerName: 'Tadala',
      customerPhone: '0991234567',
      notes: 'Wrap it',
      idempotencyKey: 'key-2',
      saleId: id,
      tillId: ID,
      shiftId: OTHER,
      discount: 1000,
      approval,
      cashAmount: 5000,
      credit: { reserveId: id, amount: 3000 },
      deviceId: 'device-1',
      signature: 'sign',
    })
  })

  test('without a key uses the till’s sale id as its key, otherwise a new key each time', () => {
    expect(readSale({ sale_id: ID }, null).idempotencyKey).toBe(ID)
    const keys = [readSale({}, null), readSale({}, null)].map((sale) => sale.idempotencyKey)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is for the counter, paid through the provider, and nothing else', () => {
    expect(parseSale().success).toBe(true)
    for (const change of [{ pos: false }, { paymentMethod: 'cash' }, { cartItems: undefined }])
      expect(parseSale(change).success).toBe(false)
  })

  test('with invalid ids is refused with what is wrong', () => {
    expect(error(parseSale({ till_id: 'x' }))).toBe(payloadErrors.till)
    expect(error(parseSale({ shift_id: 'x' }))).toBe(payloadErrors.shift)
    expect(error(parseSale({ sale_id: 'x' }))).toBe(payloadErrors.sale)
    expect(error(parseSale({ approval: { by: 'x', proof: '' } }))).toBe(payloadErrors.person)
    const many = Array.from({ length: 101 }, () => ITEM)
    expect(error(parseSale({ cartItems: many }))).toBe(payloadErrors['too-many-lines'])
    expect(parseSale({ cartItems: many.slice(1) }).success).toBe(true)
  })

  test.each([
    ['an e-mail', { email: 'x'.repeat(255) }],
    ['a first name', { firstName: 'x'.repeat(101) }],
    ['a last name', { lastName: 'x'.repeat(101) }],
    ['a customer’s name', { customerName: 'x'.repeat(201) }],
    ['a phone number', { customerPhone: '1'.repeat(31) }],
    ['a note', { notes: 'x'.repeat(1001) }],
    ['a signature', { device_signature: 'x'.repeat(201) }],
    ['a proof of the server', { approval: { by: ID, proof: 'x'.repeat(81) } }],
    ['a proof of the till', { approval: { by: ID, proof: `sealed:${'x'.repeat(194)}` } }],
  ])('with a %s that is too long is refused', (_what, change) => {
    expect(parseSale(change).success).toBe(false)
  })

  test('brings an approval proof sealed by a till, which is longer than the server’s own', () => {
    const proof = `sealed:${'x'.repeat(193)}`
    expect(readSale({ approval: { by: ID, proof } }).approval).toEqual({ by: ID, proof })
  })
})
