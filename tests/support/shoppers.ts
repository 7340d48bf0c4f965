import { randomUUID } from 'node:crypto'
import { ask, type Product } from './product.ts'

export type Shopper = {
  email: string
  token: string
  /** Sends one request as this shopper, with the session's bearer token. */
  send(path: string, body?: unknown, headers?: Record<string, string>): Promise<ShopperResponse>
}
export type ShopperResponse = { status: number; body: Record<string, unknown> }

/** Makes customers in a running sample shop, with the sample's password; returns their addresses. */
export async function makeCustomers(
  run: (statement: string) => Promise<unknown>,
  count: number,
): Promise<string[]> {
  const mark = randomUUID().slice(0, 8)
  // Copies the sample customer's password hash: hashing fifty passwords would take longer than the race.
  await run(
    `with made as (
       insert into users (name, email, email_verified)
       select 'Shopper ' || n, 'shopper' || n || '-${mark}@example.com', true from generate_series(1, ${count}) n
       returning id)
     insert into accounts (user_id, account_id, provider_id, password)
     select made.id, made.id::text, 'credential', sample.password from made,
       (select password from accounts a join users u on u.id = a.user_id where u.email = 'customer@zovala.test') sample`,
  )
  return Array.from({ length: count }, (_, n) => `shopper${n + 1}-${mark}@example.com`)
}

/** Customers of a running sample shop, signed in through its own sign-in. */
export async function openShoppers(
  product: Product,
  count: number,
  run: (statement: string) => Promise<unknown> = (statement) => ask(product.dataDir, statement),
): Promise<Shopper[]> {
  const emails = await makeCustomers(run, count)
  return Promise.all(emails.map((email) => signIn(product, email)))
}

async function signIn(product: Product, email: string): Promise<Shopper> {
  const { body } = await request(product, '/api/auth/sign-in/email', {
    email,
    password: 'zovala-demo',
  })
  const token = String(body['token'])
  return {
    email,
    token,
    send: (path, body, headers = {}) =>
      request(product, path, body, { authorization: `Bearer ${token}`, ...headers }),
  }
}

async function request(
  product: Product,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ShopperResponse> {
  const response = await fetch(product.origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text },
  }
}

const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}

export type SoldProduct = { id: string; price: number; variants: { id: string }[] }

export async function fetchProduct(product: Product, slug: string): Promise<SoldProduct> {
  const { body } = await request(product, `/api/products/${slug}`)
  return body as unknown as SoldProduct
}

/** The body of a checkout request for some items, as an honest browser sends it. */
export const payloadFor = (
  items: SoldProduct,
  quantity: number,
  discount?: { code: string; amount: number },
) => {
  const subtotal = items.price * quantity
  const isFreeDelivery = subtotal >= 300_000
  return {
    cartItems: [
      { product_id: items.id, variant_id: items.variants[0]?.id, quantity, price: items.price },
    ],
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    totalAmount: subtotal - (discount?.amount ?? 0) + (isFreeDelivery ? 0 : 2000),
    email: 'shopper@example.com',
    firstName: 'Chisomo',
    lastName: 'Banda',
    courierService: 'bike-riders',
    notes: '',
    isFreeDelivery,
    discountCode: discount ? { code: discount.code, discountAmount: discount.amount } : null,
  }
}

/** What is wrong with a shop's books, which must agree at any time: an empty list when nothing is. */
export async function auditBooks(dataDir: string) {
  const drift = await ask(
    dataDir,
    `select 'variant ' || v.sku from variants v
       left join (select variant_id, sum(quantity) t from stock_movements group by 1) m on m.variant_id = v.id
       where v.inventory <> coalesce(m.t, 0)
     union all select 'product ' || p.sku from products p
       join (select product_id, sum(inventory) t from variants where retired_at is null group by 1) v on v.product_id = p.id
       where p.inventory_quantity <> v.t
     union all select 'held by ' || o.order_number from orders o
       left join (select order_id, sum(quantity) t from stock_movements group by 1) m on m.order_id = o.id
       left join (select i.order_id, sum(i.quantity) q from order_items i join products p on p.id = i.product_id
         where p.track_inventory group by 1) i on i.order_id = o.id
       left join (select r.order_id, sum(b.restocked + b.faulty - b.reserved) q from return_items b
         join returns r on r.id = b.return_id group by 1) b on b.order_id = o.id
       where coalesce(m.t, 0) <> case when o.status = 'cancelled' then 0 else coalesce(b.q, 0) - coalesce(i.q, 0) end
     union all select 'sold twice ' || o.order_number from orders o
       join (select order_id, -sum(quantity) t from stock_movements where kind = 'sale' group by 1) m on m.order_id = o.id
       join (select order_id, sum(quantity) q from order_items group by 1) i on i.order_id = o.id
       where m.t <> i.q
     union all select 'paid but not sold ' || o.order_number from orders o join payments p on p.order_id = o.id
       where p.status = 'paid' and o.paid_at is null
     union all select 'code ' || d.code from discounts d
       where d.code = 'WELCOME10' and d.used_count <> (select count(*) from orders o where o.discount_id = d.id and o.discount_redeemed)`,
  )
  return drift
}
