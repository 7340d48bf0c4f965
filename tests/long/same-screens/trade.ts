import { randomUUID } from 'node:crypto'
import { payloadFor } from '../../support/shoppers.ts'
import { type Person, signIn } from './sign-in.ts'

/** Runs a statement in the shop's database; returns the rows as text, with `|` between values. */
export type Run = (statement: string) => Promise<string[]>

type Variant = {
  id: string
  size: string | null
  color: string | null
  sku: string
  onHand: number
}
type Product = {
  id: string
  name: string
  price: number
  isTracked: boolean
  variants: Variant[]
}

const ORDERS = 200
const CASH_SALES = 100

/**
 * Some days of trade in a shop of the release before the reorganization, through its own addresses: afterwards its
 * screens have data of every kind. The words are that release's.
 */
export async function trade(origin: string, run: Run) {
  const [owner, admin, cashier] = await Promise.all(
    ['super', 'admin', 'cashier'].map((name) => signIn(origin, `${name}@zovala.test`)),
  )
  if (!owner || !admin || !cashier) throw new Error('the sample accounts are not there')
  const deviceId = randomUUID()
  const device = { 'X-Till-Device': deviceId }
  const { till } = await read<{ till: { id: string } }>(
    cashier.post('/admin/pos/tills', { name: 'Front counter', deviceId }, device),
  )
  const { numbers } = await read<{ numbers: string[] }>(
    cashier.post('/admin/pos/numbers', { tillId: till.id, count: CASH_SALES + 20 }, device),
  )
  const list = await read<{ asOf: string; products: Product[] }>(
    cashier.get('/admin/pos/goods', device),
  )
  const sold = list.products
    .filter(({ isTracked, variants, price }) => isTracked && variants.length > 0 && price >= 10_000)
    .slice(0, 16)
  await receive(admin, run, sold)
  const shoppers = await openShoppers(origin, run)
  const placed = await placeOrders(shoppers, sold)
  await finishOrders(placed, admin, run)
  const counter = { cashier, device, deviceId, tillId: till.id, asOf: list.asOf, numbers, sold }
  const shifts = await sellAtCounter(counter, run)
  await handle(admin, run)
  await runShop({ owner, admin }, run, { sold, shopper: shoppers[7], others: list.products })
  await fillCarts(shoppers, sold, run)
  return { deviceId, shifts, shoppers: shoppers.map(({ email }) => email) }
}

async function read<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

/** A form that was accepted redirects. */
async function done(asked: Promise<Response>) {
  const response = await asked
  if (response.status >= 400)
    throw new Error(
      `${response.status} ${response.url}: ${(await response.text()).replace(/<[^>]+>/g, ' ').slice(0, 500)}`,
    )
  return response
}

const versionOf = async (run: Run, table: string, id: string) =>
  (await run(`select version from ${table} where id = '${id}'`))[0] ?? ''

async function receive(admin: Person, run: Run, products: Product[]) {
  for (const { id, variants } of products)
    await done(
      admin.submit(`/admin/stock/${id}`, {
        intent: 'receive',
        product: id,
        version: await versionOf(run, 'products', id),
        [`units:${variants[0]?.id}`]: '150',
        note: `Bale ${id.slice(0, 4)}`,
      }),
    )
}

/** Customers with confirmed accounts and the sample's password, among them the sample's own. */
async function openShoppers(origin: string, run: Run) {
  await run(
    `with made as (
       insert into users (name, email, email_verified)
       select (array['Chisomo Banda', 'Mayeso Phiri', 'Limbani Nyirenda', 'Takondwa Moyo', 'Wongani Chirwa', 'Ulemu Kaunda', 'Zione Tembo'])[n],
         'buyer' || n || '@example.mw', true from generate_series(1, 7) n
       returning id)
     insert into accounts (user_id, account_id, provider_id, password)
     select made.id, made.id::text, 'credential', sample.password from made,
       (select password from accounts a join users u on u.id = a.user_id where u.email = 'customer@zovala.test') sample`,
  )
  const emails = [
    'customer@zovala.test',
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => `buyer${n}@example.mw`),
  ]
  return Promise.all(emails.map((email) => signIn(origin, email)))
}

type Ending =
  | 'paid'
  | 'waits'
  | 'failed'
  | 'called off'
  | 'paid too little'
  | 'paid after it was cancelled'
const ENDINGS: readonly Ending[] = [
  ...Array.from({ length: 13 }, () => 'paid' as const),
  'waits',
  'waits',
  'failed',
  'called off',
  'called off',
  'paid too little',
  'paid after it was cancelled',
]
type PlacedOrder = { number: string; pay: string; shopper: Person; ending: Ending }

async function placeOrders(shoppers: Person[], sold: Product[]) {
  const placed: PlacedOrder[] = []
  const place = async (shopper: Person, n: number) => {
    const product = sold[n % sold.length]
    if (!product) throw new Error('nothing is sold')
    const quantity = 1 + (n % 3)
    const subtotal = product.price * quantity
    const code =
      n % 10 === 3 && subtotal >= 20_000
        ? { code: 'LESS5000', amount: 5000 }
        : n % 10 === 6
          ? { code: 'WELCOME10', amount: Math.round(subtotal / 10) }
          : undefined
    const order = await read<{ order_number: string; checkout_url: string }>(
      shopper.post('/functions/process-payment', {
        ...payloadFor(product, quantity, code),
        notes: n % 7 === 0 ? `Ring ${n} times` : '',
      }),
    )
    const ending = ENDINGS[n % ENDINGS.length] ?? 'paid'
    placed.push({ number: order.order_number, pay: order.checkout_url, shopper, ending })
  }
  await Promise.all(
    shoppers.map(async (shopper, lane) => {
      for (let n = lane; n < ORDERS; n += shoppers.length) await place(shopper, n)
    }),
  )
  return placed
}

/** Presses a button of the test provider's page and returns to the shop, as a browser does. */
async function decide(shopper: Person, page: string, decision: 'pay' | 'fail' | 'cancel') {
  const { pathname } = new URL(page)
  const response = await done(shopper.submit(pathname, { decision }))
  const next = response.headers.get('location')
  if (next && !next.includes('/sandbox/')) await done(shopper.get(next))
}

async function finishOrders(placed: PlacedOrder[], admin: Person, run: Run) {
  const one = async (where: string) =>
    (await run(`select id, version from orders where ${where} order by order_number limit 1`))
      .map((row) => row.split('|'))
      .at(0) ?? ['', '']
  const move = async (where: string, to: string) => {
    const [order = '', version = ''] = await one(where)
    await done(admin.submit('/admin/orders', { intent: 'move', order, version, to }))
  }
  for (const { number, pay, shopper, ending } of placed.toSorted((a, b) =>
    a.number < b.number ? -1 : 1,
  )) {
    if (ending === 'paid') await decide(shopper, pay, 'pay')
    if (ending === 'failed') await decide(shopper, pay, 'fail')
    if (ending === 'called off') await decide(shopper, pay, 'cancel')
    if (ending === 'paid too little') {
      const reference = new URL(pay).pathname.split('/').at(-1)
      await run(
        `update sandbox_payments set amount = amount - 1000 where reference = '${reference}'`,
      )
      await decide(shopper, pay, 'pay')
    }
    if (ending === 'paid after it was cancelled') {
      await move(`order_number = '${number}'`, 'cancelled')
      await decide(shopper, pay, 'pay')
    }
  }
  for (let n = 0; n < 40; n += 1) await move(`status = 'processing'`, 'shipped')
  for (let n = 0; n < 20; n += 1) await move(`status = 'shipped'`, 'delivered')
  for (let n = 0; n < 3; n += 1) await move(`status = 'processing'`, 'cancelled')
}

type Counter = {
  cashier: Person
  device: Record<string, string>
  deviceId: string
  tillId: string
  asOf: string
  numbers: string[]
  sold: Product[]
}

async function sellAtCounter(counter: Counter, run: Run) {
  const { cashier, device, deviceId, tillId, asOf, numbers, sold } = counter
  const [cashierId = ''] = await run(`select id from users where email = '${cashier.email}'`)
  const made = () => ({ id: randomUUID(), cashierId, at: new Date().toISOString() })
  const send = (...events: unknown[]) =>
    read<{ received: unknown[] }>(
      cashier.post('/admin/pos/upload', { deviceId, things: events }, device),
    )
  const lineOf = (n: number, change: object = {}) => {
    const product = sold[n % sold.length]
    const variant = product?.variants[0]
    return {
      id: randomUUID(),
      productId: product?.id ?? '',
      variantId: variant?.id ?? '',
      name: product?.name ?? '',
      sku: variant?.sku ?? '',
      size: variant?.size ?? null,
      color: variant?.color ?? null,
      quantity: 1 + (n % 2),
      unitPrice: product?.price ?? 0,
      discount: 0,
      ...change,
    }
  }
  const saleOf = (shiftId: string, lines: ReturnType<typeof lineOf>[], change: object = {}) => {
    const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
    const off = lines.reduce((sum, line) => sum + line.discount, 0)
    return {
      ...made(),
      kind: 'sale',
      shiftId,
      tillId,
      number: numbers.shift() ?? null,
      pricesAsOf: asOf,
      lines,
      discount: 0,
      approval: null,
      customerName: null as string | null,
      customerPhone: null as string | null,
      notes: null as string | null,
      subtotal,
      totalAmount: subtotal - off,
      cashGiven: subtotal,
      ...change,
    }
  }
  const open = async (float: number) => {
    const shift = { ...made(), kind: 'shift-opened', tillId, float }
    await send(shift)
    return shift.id
  }
  const first = await open(10_000)
  const odd = [
    (n: number) => saleOf(first, [lineOf(n, { quantity: 400 })]),
    (n: number) => saleOf(first, [lineOf(n)], { totalAmount: 1 }),
    (n: number) => saleOf(first, [lineOf(n)], { cashGiven: 100 }),
    (n: number) => saleOf(first, [lineOf(n, { unitPrice: 777 })]),
    (n: number) => saleOf(first, [lineOf(n, { discount: 9_000 })]),
    (n: number) => saleOf(randomUUID(), [lineOf(n)]),
    (n: number) =>
      saleOf(first, [
        lineOf(n),
        lineOf(n + 1, { productId: randomUUID(), variantId: randomUUID() }),
      ]),
  ]
  const sales = Array.from({ length: CASH_SALES - odd.length }, (_, n) =>
    saleOf(
      first,
      n % 4 === 0 ? [lineOf(n), lineOf(n + 3, { discount: 500 })] : [lineOf(n)],
      n % 5 === 0
        ? {
            customerName: `Walk-in ${n}`,
            customerPhone: `099 12${String(n).padStart(2, '0')} 567`,
            notes: `Hem ${n} cm`,
          }
        : {},
    ),
  )
  for (let n = 0; n < sales.length; n += 25) await send(...sales.slice(n, n + 25))
  await send(
    { ...made(), kind: 'cash-moved', shiftId: first, amount: -1500, reason: 'Milk for tea' },
    {
      ...made(),
      kind: 'cash-moved',
      shiftId: first,
      amount: 20_000,
      reason: 'Change from the bank',
    },
  )
  const back = (n: number, change: object = {}) => {
    const sale = sales[n]
    const line = sale?.lines[0]
    return {
      ...made(),
      kind: 'return',
      shiftId: first,
      saleNumber: sale?.number,
      lines: [{ lineId: line?.id, quantity: 1, amount: line?.unitPrice, isRestocked: n % 2 === 0 }],
      refund: line?.unitPrice,
      reason: `Too small ${n}`,
      exchangeSaleId: null,
      ...change,
    }
  }
  await send(...[3, 8, 11, 14].map((n) => back(n)), back(14), back(14))
  await send(...odd.map((make, n) => make(n)))
  await send('no sale', { ...saleOf(first, [lineOf(1, { quantity: -1 })]), notes: 'as it came' })
  await sellByPhone(counter, first, run)
  await send({
    ...made(),
    kind: 'shift-closed',
    shiftId: first,
    counted: { 5000: 30, 1000: 12, 50: 7 },
    note: 'One note was torn',
  })
  const second = await open(5_000)
  await send(
    saleOf(second, [lineOf(2)]),
    saleOf(second, [lineOf(5)], { customerName: 'Second shift' }),
  )
  return [first, second]
}

/** Sales by mobile money: paid, underpaid, declined, cancelled, waiting. */
async function sellByPhone({ cashier, device, tillId, sold }: Counter, shiftId: string, run: Run) {
  for (const [n, ending] of [
    'pay',
    'pay',
    'pay',
    'pay',
    'too little',
    'fail',
    'give up',
    'wait',
  ].entries()) {
    const product = sold[(n + 4) % sold.length]
    const page = await read<{ order_number: string; checkout_url: string }>(
      cashier.post(
        '/functions/process-payment',
        {
          pos: true,
          paymentMethod: 'paychangu',
          cartItems: [
            {
              product_id: product?.id,
              variant_id: product?.variants[0]?.id,
              quantity: 1,
              price: product?.price,
            },
          ],
          totalAmount: product?.price,
          customerName: `By phone ${n}`,
          customerPhone: '0881234567',
          notes: '',
          till_id: tillId,
          shift_id: shiftId,
          sale_id: randomUUID(),
          cash_amount: n % 2 === 0 ? 2000 : 0,
        },
        device,
      ),
    )
    if (ending === 'too little') {
      const reference = new URL(page.checkout_url).pathname.split('/').at(-1)
      await run(
        `update sandbox_payments set amount = amount - 500 where reference = '${reference}'`,
      )
    }
    if (ending === 'give up')
      await done(cashier.post(`/admin/pos/sales/${page.order_number}/cancel`, {}, device))
    else if (ending !== 'wait')
      await decide(cashier, page.checkout_url, ending === 'fail' ? 'fail' : 'pay')
  }
}

/** Handles some of the reviews; the others stay open. */
async function handle(admin: Person, run: Run) {
  for (const row of await run(
    `(select id, version from orders where attention is not null order by order_number limit 3)`,
  )) {
    const [order = '', version = ''] = row.split('|')
    await done(admin.submit('/admin/orders', { intent: 'handled', order, version }))
  }
  for (const kind of ['sale', 'return'])
    for (const row of await run(
      `select id, array_to_string(array(select unnest(parked) order by 1), ' ') from pos_${kind}s
       where parked <> '{}' and handled_at is null order by received_at, id limit 1`,
    )) {
      const [id = '', seen = ''] = row.split('|')
      const note = `Asked Mphatso about this ${kind}`
      await done(admin.submit('/admin/pos-sales', { intent: 'handled', kind, id, seen, note }))
    }
}

async function runShop(
  { owner, admin }: { owner: Person; admin: Person },
  run: Run,
  { sold, shopper, others }: { sold: Product[]; shopper: Person | undefined; others: Product[] },
) {
  const product = sold[9]
  const variant = product?.variants[0]
  const [seen = ''] = await run(`select inventory from variants where id = '${variant?.id}'`)
  await done(
    admin.submit(`/admin/stock/${product?.id}`, {
      intent: 'adjust',
      product: product?.id ?? '',
      version: await versionOf(run, 'products', product?.id ?? ''),
      variant: variant?.id ?? '',
      reason: 'damaged',
      units: '2',
      note: 'Ink',
      seen,
    }),
  )
  await done(
    admin.submit('/admin/discount-codes', {
      intent: 'save',
      code: 'MARKET7',
      type: 'percentage',
      value: '7',
      minimumAmount: '15000',
      maximumUses: '40',
      startsAt: '2026-01-02T08:00',
      expiresAt: '2031-03-04T18:30',
      isActive: 'true',
    }),
  )
  const [off, archived] = others.filter(({ id }) => sold.every((one) => one.id !== id))
  await done(
    admin.submit('/admin/products', { intent: 'switch', id: off?.id ?? '', active: 'false' }),
  )
  await done(admin.submit('/admin/products', { intent: 'archive', id: archived?.id ?? '' }))
  const [id = ''] = await run(`select id from users where email = '${shopper?.email}'`)
  await done(
    owner.submit('/admin/customers', {
      intent: 'give-role',
      id,
      seen: 'customer',
      role: 'cashier',
    }),
  )
}

async function fillCarts(shoppers: Person[], sold: Product[], run: Run) {
  for (const [n, shopper] of shoppers.slice(0, 3).entries()) {
    for (const product of sold.slice(n + 2, n + 5)) {
      await done(
        shopper.post('/api/cart', {
          product_id: product.id,
          variant_id: product.variants[0]?.id,
          quantity: n + 1,
        }),
      )
      await done(shopper.submit('/wishlist', { add: product.id }))
    }
    await done(shopper.submit('/newsletter', { email: shopper.email }))
  }
  await run(
    `insert into addresses (user_id, first_name, last_name, phone, address_line_1, city, district, is_default)
     select id, 'Tamanda', 'Gondwe', '+265991234567', 'Plot 9, Area 47', 'Lilongwe', 'Lilongwe', true
     from users where email = '${shoppers[0]?.email}'`,
  )
}
