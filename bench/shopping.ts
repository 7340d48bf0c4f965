import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type pg from 'pg'
import type { RunningShop } from './shop.ts'

/** The number of concurrent shoppers. */
const SHOPPERS = 16
/** Orders rotate over these accounts, because no shopper of a real shop has dozens of unpaid orders. */
const ACCOUNTS = 2000
const SECONDS = 6
// Carts keep an ordinary size, as in the measurements of other shops.
const LINES = 12
const agent = new Agent({ keepAlive: true, maxSockets: SHOPPERS })

function post(origin: string, path: string, body: unknown, headers: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const text = JSON.stringify(body)
    const sending = request(
      origin + path,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...headers,
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sending.on('error', reject).end(text)
  })
}

/** How often per second `act` succeeds when SHOPPERS run it concurrently, each after its last answer. */
async function repeat(act: (who: number) => Promise<boolean>, seconds = SECONDS) {
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let done = 0
  let failed = 0
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, who) => {
      while (performance.now() < until) {
        if (await act(who)) done += 1
        else failed += 1
      }
    }),
  )
  return { perSecond: done / ((performance.now() - began) / 1000), failed }
}

type BenchProduct = { id: string; price: number; variants: { id: string }[] }

/** Creates signed-in shoppers, and enough stock for the measurement. */
export async function openShopping({ origin, pool }: RunningShop) {
  const { rows: sessions } = await pool.query<{ token: string }>(`with made as (
      insert into users (name, email, email_verified)
      select 'Shopper ' || n, 'bench' || n || '@example.com', true from generate_series(1, ${ACCOUNTS}) n returning id)
    insert into sessions (user_id, token, expires_at)
    select id, md5(id::text), now() + interval '1 day' from made returning token`)
  await pool.query(`insert into stock_movements (variant_id, kind, quantity, reason)
    select id, 'received', 900000, 'bench' from variants`)
  const list = await fetch(`${origin}/api/products?limit=100`)
  const { products } = (await list.json()) as { products: BenchProduct[] }
  const items = products.filter((product) => product.price < 250_000).slice(0, 40)
  const pick = (n: number) => {
    const one = items[n % items.length]
    if (!one) throw new Error('no goods')
    return one
  }
  return { tokens: sessions.map(({ token }) => token), pick }
}

type Shopping = Awaited<ReturnType<typeof openShopping>>

export async function addToCarts({ origin, pool }: RunningShop, { tokens, pick }: Shopping) {
  const added = tokens.map(() => 0)
  const figures = await repeat(async (who) => {
    const nth = added[who] ?? 0
    added[who] = nth + 1
    const items = pick(who + (nth % LINES))
    const status = await post(
      origin,
      '/api/cart',
      { product_id: items.id, variant_id: items.variants[0]?.id, quantity: 1 },
      { authorization: `Bearer ${tokens[who]}` },
    )
    // A line holds at most 999 units; the refusal of a full one counts as well.
    return status === 201 || status === 409
  })
  await pool.query('delete from cart_items')
  return figures
}

export async function placeOrders(
  { origin }: RunningShop,
  { tokens, pick }: Shopping,
  seconds = SECONDS,
) {
  let n = 0
  return repeat(async () => {
    n += 1
    const who = n % ACCOUNTS
    const address = {
      firstName: 'Chisomo',
      lastName: 'Banda',
      phone: `099123${1000 + who}`,
      address: `Plot ${who}`,
      city: 'Blantyre',
      district: 'Blantyre',
    }
    const { id, price, variants } = pick(n)
    const status = await post(
      origin,
      '/functions/process-payment',
      {
        cartItems: [{ product_id: id, variant_id: variants[0]?.id, quantity: 1, price }],
        shippingAddress: address,
        billingAddress: address,
        totalAmount: price + 2000,
        firstName: 'Chisomo',
        lastName: 'Banda',
        courierService: 'bike-riders',
      },
      { authorization: `Bearer ${tokens[who]}`, 'idempotency-key': randomUUID() },
    )
    return status === 200
  }, seconds)
}

/** Runs the bare transactions, without a shop around them: what the database itself can do here. */
export async function bareCarts(pool: pg.Pool) {
  const { rows: users } = await pool.query<{ id: string }>(
    `select id from users where email like 'bench%'`,
  )
  const { rows: variants } = await pool.query<{ id: string; product_id: string; price: number }>(
    `select v.id, v.product_id, p.price from variants v join products p on p.id = v.product_id limit 100`,
  )
  let n = 0
  return repeat(async (who) => {
    n += 1
    const variant = variants[n % variants.length]
    await pool.query(
      `insert into cart_items (user_id, product_id, variant_id, quantity, price) values ($1, $2, $3, 1, $4)
       on conflict (user_id, variant_id) do update set quantity = least(cart_items.quantity + 1, 999)`,
      [users[who]?.id, variant?.product_id, variant?.id, variant?.price],
    )
    return true
  })
}

export async function bareOrders(pool: pg.Pool) {
  const { rows: users } = await pool.query<{ id: string }>(
    `select id from users where email like 'bench%'`,
  )
  const { rows: variants } = await pool.query<{ id: string; product_id: string; price: number }>(
    `select v.id, v.product_id, p.price from variants v join products p on p.id = v.product_id limit 40`,
  )
  let n = 0
  return repeat(async (who) => {
    n += 1
    const variant = variants[n % variants.length]
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ id: string }>(
        `insert into orders (order_number, user_id, email, first_name, last_name, phone, subtotal, total_amount,
           is_free_delivery, courier_id, courier_name, shipping_address, billing_address, expires_at, created_at)
         values ('BENCH-' || nextval('order_numbers'), $1, 'a@b.c', 'A', 'B', '1', $2, $2, true, 'x', 'x', '{}', '{}', now(), now() - interval '1 day')
         returning id`,
        [users[who]?.id, variant?.price],
      )
      const id = rows[0]?.id
      await client.query(`select id from products where id = $1 for no key update`, [
        variant?.product_id,
      ])
      await client.query(
        `insert into stock_movements (variant_id, kind, quantity, order_id)
         select id, 'reservation', -1, $2 from variants where id = $1 and inventory >= 1`,
        [variant?.id, id],
      )
      await client.query(
        `insert into order_items (order_id, product_id, variant_id, name, sku, quantity, price, total, position)
         values ($1, $2, $3, 'x', 'x', 1, $4, $4, 0)`,
        [id, variant?.product_id, variant?.id, variant?.price],
      )
      await client.query(
        `insert into payments (reference, order_id, provider, amount) values (gen_random_uuid()::text, $1, 'sandbox', $2)`,
        [id, variant?.price],
      )
      await client.query('commit')
      return true
    } finally {
      client.release()
    }
  })
}
