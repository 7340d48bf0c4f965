import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  auditLog,
  erasures,
  importEntries,
  imports,
  newsletterSubscribers,
  orders,
  payments,
  posSales,
  profiles,
  sessions,
  unreadableTillEvents,
} from '../../../app/db/tables.server.ts'
import { recordAudit } from '../../../app/modules/audit/record-audit.ts'
import { joinNewsletter } from '../../../app/modules/newsletter/subscribe.ts'
import { eraseAgain, listErasures } from '../../../app/modules/privacy/erase-again.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct } from '../../support/factories.ts'

const app = useApp()
const PATH = '/admin/customers'
const EMAIL = 'reader@example.com'
let boss: SignedIn

beforeEach(async () => {
  boss = await app.signIn('super_admin')
})

type Overrides = Partial<typeof posSales.$inferInsert>
/** Till sales some hours apart, the oldest first. */
async function sell(...overrides: Overrides[]) {
  const rows = overrides.map((one, at) => ({
    saleNumber: `POS-2026-00000${at + 1}`,
    cashierId: boss.userId,
    customerName: 'Mphatso Kaliati',
    paymentMethod: 'cash' as const,
    paymentStatus: 'completed' as const,
    subtotal: 500,
    totalAmount: 500,
    cashAmount: 500,
    idempotencyKey: `sale ${at}`,
    createdAt: new Date(Date.UTC(2026, 8, 1, at)),
    ...one,
  }))
  return app.shop.db.insert(posSales).values(rows).returning()
}
const at = (contact: string, more = {}) => `${PATH}?${new URLSearchParams({ contact, ...more })}`
const file = (contact: string) => `${PATH}/data.json?${new URLSearchParams({ contact })}`
const erase = (contact: string, by = boss) =>
  by.post(at(contact, { erase: '1' }), { intent: 'erase-contact', contact })
const named = async () =>
  (await app.shop.db.select().from(posSales).orderBy(posSales.saleNumber)).map(
    ({ customerName, customerPhone }) => [customerName, customerPhone],
  )

describe('somebody without an account', () => {
  test('is found at the till by their number however it was typed, and nobody else is', async () => {
    await sell(
      { customerPhone: '099 155-5777' },
      { customerPhone: '+265991555777' },
      // A number of another country with the same last digits.
      { customerPhone: '+27991555777' },
      { customerPhone: null },
    )
    const { html } = await boss.open(at('0991 555 777'))
    expect(html).toContain('Sales at tills: 2')
    expect(html).toContain('POS-2026-000001')
    expect(html).toContain('POS-2026-000002')
    expect(html).not.toContain('POS-2026-000003')
    expect(html).toContain('data.json?contact=%2B265991555777')
  })

  test('is found by a number of another country, with +, 00 or neither', async () => {
    const ways = ['+27 82 123 4567', '27821234567', '0027821234567']
    await sell(...ways.map((customerPhone) => ({ customerPhone })))
    const own = await app.signIn('customer')
    const phone = '+27821234567'
    await app.shop.db.update(profiles).set({ phone }).where(eq(profiles.userId, own.userId))
    for (const way of ways) {
      const { html } = await boss.open(at(way))
      expect(html).toContain('Sales at tills: 3')
      expect(html).toContain(`person=${own.userId}`)
    }
    await erase('0027821234567')
    expect((await named()).flat()).toEqual([null, null, null, null, null, null])
  })

  test('is found by the number of a desk phone, dialled within Malawi or from abroad', async () => {
    const ways = ['01 770 123', '+265 1 770 123', '+265 (0)1770123']
    const odd = '01770123 Mary'
    await sell(...[...ways, odd, '+2601770123'].map((customerPhone) => ({ customerPhone })))
    const own = await app.signIn('customer')
    const phone = '01770123'
    await app.shop.db.update(profiles).set({ phone }).where(eq(profiles.userId, own.userId))
    for (const way of ways.slice(0, 2)) {
      const { html } = await boss.open(at(way))
      expect(html).toContain('Sales at tills: 3')
      expect(html).toContain('Perhaps theirs: 1')
      expect(html).toContain(`person=${own.userId}`)
      expect(html).not.toContain('POS-2026-000005')
    }
    await erase('+2651770123')
    expect((await named()).map(([, kept]) => kept)).toEqual([null, null, null, odd, '+2601770123'])
  })

  test('is shown sales that may be theirs, which are downloaded and erased by receipt number only', async () => {
    const typed = ['0991555777 Mary', '0991555777/0888000111', 'call 099-155-5777 (shop)']
    await sell(...[...typed, '+27991555777', 'none'].map((customerPhone) => ({ customerPhone })))
    const { html } = await boss.open(at('0991555777'))
    expect(html).toContain('Perhaps theirs: 3')
    expect(html).not.toContain('The shop holds nothing')
    expect(html).not.toContain('Erase it…')
    for (const n of [1, 2, 3]) expect(html).toContain(`contact=POS-2026-00000${n}`)
    for (const n of [4, 5]) expect(html).not.toContain(`contact=POS-2026-00000${n}`)
    await erase('0991555777')
    expect((await named()).map(([, phone]) => phone)).toEqual([...typed, '+27991555777', 'none'])
    await erase('POS-2026-000001')
    expect((await named())[0]).toEqual([null, null])
    expect((await boss.open(at('0991555777'))).html).toContain('Perhaps theirs: 2')
  })

  test('is not said to be unknown when the database fails, and a text that is no address or number is refused', async () => {
    const alert = 'Type an email address, a phone number, or the number of a receipt.'
    await app.shop.db.execute(sql`alter table pos_sales rename to pos_sales_away`)
    try {
      const { status, html } = await boss.open(at('0991555777'))
      expect(status).toBe(200)
      expect(html).toContain('Error loading what is held under it.')
      expect(html).not.toContain(alert)
      expect(html).not.toContain('The shop holds nothing')
    } finally {
      await app.shop.db.execute(sql`alter table pos_sales_away rename to pos_sales`)
    }
    expect((await boss.open(at('nonsense'))).html).toContain(alert)
    const own = await app.signIn('customer')
    const open = await boss.open(at('0991555777', { person: own.userId }))
    expect(open.html).not.toContain(alert)
    const beside = await boss.open(at('0991555777', { erase: '1' }))
    const links = [...beside.html.matchAll(/href="([^"]*person=[^"]*)"/g)].map(([, to]) => to)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((to) => /contact=|erase=/.test(to ?? ''))).toEqual([])
  })

  test('who is named only by a payment is in the file, is erased, and is then no longer offered for erasure', async () => {
    const [sale] = await sell({ customerName: null, paymentMethod: 'paychangu', cashAmount: 0 })
    const words = 'Paid by Mphatso Kaliati'
    await app.shop.db.insert(payments).values({
      reference: 'a'.repeat(20),
      posSaleId: sale?.id,
      provider: 'paychangu',
      status: 'paid',
      amount: 500,
      checkoutUrl: 'https://pay.example/mphatso',
      lastAnswer: { code: 'provider-message', http: 200, words },
    })
    const number = 'POS-2026-000001'
    expect((await boss.open(at(number))).html).toContain('Erase it…')
    expect(await (await boss.fetch(file(number))).json()).toMatchObject({
      till_sales: [{ payments: [{ providers_answer: { words } }] }],
    })
    expect((await boss.open(await erase(number))).html).toContain('Sales stay with their sums')
    const [after] = await app.shop.db.select().from(payments)
    expect(after).toMatchObject({ checkoutUrl: null, lastAnswer: null, amount: 500 })
    const { html } = await boss.open(at(number))
    expect(html).toContain('Download all data')
    expect(html).not.toContain('Erase it…')
    expect((await boss.open(await erase(number))).html).toContain('The shop holds nothing under it')
  })

  test('has a file of their sales, which the log tells; without one it is not found', async () => {
    await sell({ customerPhone: '0991555777', notes: 'For the wedding' })
    const answer = await boss.fetch(file('0991555777'))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.json()).toMatchObject({
      asked_for: '+265991555777',
      newsletter: null,
      till_sales: [{ number: 'POS-2026-000001', notes: 'For the wedding', total: 500 }],
    })
    const [log] = await app.shop.db.select().from(auditLog)
    expect(log).toMatchObject({ byUser: boss.userId, action: 'exported', label: '+265991555777' })
    expect((await boss.fetch(file('0991000000'))).status).toBe(404)
    expect((await boss.fetch(file('nonsense'))).status).toBe(404)
  })

  test('has a file without a key that docs/privacy.md does not explain', async () => {
    await sell({ customerPhone: '0991555777' })
    const text = await (await boss.fetch(file('0991555777'))).text()
    const page = readFileSync('docs/privacy.md', 'utf8')
    const keys = [...text.matchAll(/"(\w+)":/g)].map(([, key]) => key)
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([])
  })

  test('is erased from sales, the log and searches after a question, with every sum as it was', async () => {
    const [sale] = await sell(
      { customerPhone: '099 155 5777', notes: 'Call her', handledNote: 'Called Mphatso' },
      { customerPhone: '0888000111', customerName: 'Another' },
    )
    const actor = { userId: boss.userId, ip: '10.0.0.1' }
    await app.shop.db.transaction(async (db) => {
      const about = {
        entity: 'pos_sale',
        entityId: sale?.id ?? '',
        label: 'POS-2026-000001',
      } as const
      await recordAudit(db, actor, {
        ...about,
        action: 'marked as handled',
        after: { note: 'Called Mphatso' },
      })
      await recordAudit(db, actor, {
        ...about,
        entityId: 'an event',
        action: 'marked as handled',
        before: { sent: '{"customerName":"Mphatso Kaliati","customerPhone": "(0991) 555-777"}' },
        after: { sent: null, note: 'Was hers' },
      })
      await recordAudit(db, actor, {
        action: 'exported',
        entity: 'pos_sale',
        entityId: 'list',
        label: 'Sales',
        after: { search: 'mphatso kaliati' },
      })
    })
    const question = await boss.open(at('0991555777', { erase: '1' }))
    expect(question.html).toContain('Only when the owner of +265991555777 has asked for it')
    const done = await boss.open(await erase('0991555777'))
    expect(done.path).toBe(PATH)
    expect(done.html).toContain('Sales stay with their sums, without a name.')
    const [after, other] = await app.shop.db.select().from(posSales).orderBy(posSales.saleNumber)
    expect(after).toEqual({
      ...sale,
      customerName: null,
      customerPhone: null,
      notes: null,
      handledNote: null,
    })
    expect(other).toMatchObject({ customerName: 'Another', customerPhone: '0888000111' })
    const log = JSON.stringify(await app.shop.db.select().from(auditLog))
    expect(log).not.toMatch(/mphatso|1555|Was hers/i)
    expect(log).toContain('erased-person')
    expect((await boss.open(at('0991555777'))).html).toContain('The shop holds nothing under it')
  })

  test('is erased from one sale by the number of its receipt, and what was typed there in place of a number harms nobody', async () => {
    await sell({ customerPhone: 'none' }, {})
    await app.shop.db.transaction((db) =>
      recordAudit(
        db,
        { userId: boss.userId, ip: '10.0.0.1' },
        {
          action: 'edited',
          entity: 'product',
          entityId: 'x',
          label: 'Shirt',
          before: { brand: 'none' },
          after: { brand: 'Mulanje' },
        },
      ),
    )
    await erase('pos-2026-000001')
    expect(await named()).toEqual([
      [null, null],
      ['Mphatso Kaliati', null],
    ])
    expect(JSON.stringify(await app.shop.db.select().from(auditLog))).toContain('"none"')
  })

  test('is erased from the newsletter with what they agreed to, and from the emails that wait', async () => {
    await joinNewsletter(app.shop, { email: EMAIL, ip: '41.70.1.1' })
    expect((await boss.open(at(EMAIL))).html).toContain('text ')
    expect(await (await boss.fetch(file(EMAIL))).json()).toMatchObject({
      newsletter: { email: EMAIL, consents: [{ act: 'asked' }] },
    })
    await erase(EMAIL)
    expect(await app.shop.db.$count(newsletterSubscribers)).toBe(0)
    expect(await app.emails(EMAIL)).toEqual([])
    const all = JSON.stringify(await app.shop.db.select().from(auditLog))
    expect(all).not.toContain(EMAIL)
  })

  test('is erased from a file of customers that waits for its import', async () => {
    const { db } = app.shop
    const [waiting] = await db
      .insert(imports)
      .values({ kind: 'customers', fileName: 'a.csv', rows: 1, byUser: boss.userId, ip: '' })
      .returning()
    const cells = [{ row: 2, cells: { Email: EMAIL, Name: 'Mary', Phone: '0991 555 777' } }]
    await db
      .insert(importEntries)
      .values({ importId: waiting?.id ?? '', row: 2, label: EMAIL, rowCount: 1, cells })
    const { html } = await boss.open(at('0991555777'))
    expect(html).toContain('1 row in files of customers.')
    expect(html).toContain('Erase it…')
    const text = await (await boss.fetch(file(EMAIL))).text()
    const page = readFileSync('docs/privacy.md', 'utf8')
    const keys = [...text.matchAll(/"(\w+)":/g)].map(([, key]) => key)
    expect(keys).toContain('imported_rows')
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([])
    await erase(EMAIL)
    expect(await db.$count(importEntries)).toBe(0)
    expect((await boss.open(at(EMAIL))).html).toContain('The shop holds nothing under it')
  })

  test('who has an account after all is led to it', async () => {
    const person = await app.signIn('customer')
    await joinNewsletter(app.shop, { email: person.email, ip: '41.70.1.1' })
    expect((await boss.open(at(person.email))).html).toContain(`person=${person.userId}`)
    const refused = await boss.open(await erase(person.email))
    expect(refused.html).toContain('An account has this address')
    expect(await app.shop.db.$count(newsletterSubscribers)).toBe(1)
  })

  test('whose number belongs to accounts or to their orders is shown with those accounts', async () => {
    const [own, other] = [await app.signIn('customer'), await app.signIn('customer')]
    const phone = '+265991555777'
    await app.shop.db.update(profiles).set({ phone }).where(eq(profiles.userId, own.userId))
    const product = await aProduct(app.shop)
    await aPaidOrder(app.shop, other.userId, [{ product }])
    await app.shop.db.update(orders).set({ phone })
    await sell({ customerPhone: '0991555777' })
    const shown = async () => {
      const [, part = ''] =
        /Accounts with it(.*?)<\/ul>/s.exec((await boss.open(at(phone))).html) ?? []
      return new Set([...part.matchAll(/person=([\w-]+)/g)].map(([, id]) => id))
    }
    expect(await shown()).toEqual(new Set([own.userId, other.userId]))
    await erase(phone)
    expect(await named()).toEqual([[null, null]])
    expect(await shown()).toEqual(new Set([own.userId, other.userId]))
  })

  test.each([
    [{ paymentStatus: 'pending' as const }, 'Sale POS-2026-000001 is still open'],
    [{ reviewReasons: ['shift-unknown' as const] }, 'Sale POS-2026-000001 is still open'],
  ])('cannot be erased while their sale is open: %j', async (open, text) => {
    await sell({ customerPhone: '0991555777', ...open })
    expect((await boss.open(await erase('0991555777'))).html).toContain(text)
    expect(await named()).toEqual([['Mphatso Kaliati', '0991555777']])
  })

  test('with a landline number is erased without touching longer numbers that contain its digits', async () => {
    await sell({ customerPhone: '01 770 123' })
    const event = (sent: object, note: string) =>
      app.shop.db.transaction((db) =>
        recordAudit(
          db,
          { userId: boss.userId, ip: '10.0.0.1' },
          {
            entity: 'pos_sale',
            entityId: 'an event',
            label: 'POS-2026-000001',
            action: 'marked as handled',
            before: { sent: JSON.stringify(sent) },
            after: { sent: null, note },
          },
        ),
      )
    await event({ customerPhone: '+44 2017 701 23' }, 'A stranger')
    await event({ customerPhone: '00265 1 770-123 / 0888000111' }, 'The same')
    await app.shop.db.insert(unreadableTillEvents).values({
      id: 'x',
      sentBy: boss.userId,
      body: { customerPhone: '+44 2017 701 23', id: 'a0177012345' },
      why: { code: 'unreadable', path: 'kind', problem: 'unknown' },
    })
    const done = await boss.open(await erase('01770123'))
    expect(done.html).toContain('Sales stay with their sums, without a name.')
    const log = JSON.stringify(await app.shop.db.select().from(auditLog))
    expect(log).toContain('A stranger')
    expect(log).not.toContain('The same')
  })

  test.each([
    { customerPhone: '0991555777' },
    { customerPhone: '099 155 5777' },
    { sale: [{ customerPhone: '(0991) 555-777 Mary' }] },
    { notes: 'call +265991555777' },
  ])('cannot be erased while an unreadable till event contains their number: %j', async (body) => {
    await sell({ customerPhone: '0991555777' })
    await app.shop.db.insert(unreadableTillEvents).values({
      id: 'x',
      sentBy: boss.userId,
      body,
      why: { code: 'unreadable', path: 'kind', problem: 'unknown' },
    })
    expect((await boss.open(await erase('0991555777'))).html).toContain('see to it under POS Sales')
    expect(await named()).toEqual([['Mphatso Kaliati', '0991555777']])
  })

  test('is erased again after a restore', async () => {
    const [sale] = await sell({ customerPhone: '0991555777' })
    await joinNewsletter(app.shop, { email: EMAIL, ip: '41.70.1.1' })
    const [reader] = await app.shop.db.select().from(newsletterSubscribers)
    await erase('0991555777')
    await erase(EMAIL)
    const ids = (await listErasures(app.shop.db)).map(({ id }) => id)
    expect(ids).toEqual([sale?.id, reader?.id])
    await app.shop.db.delete(erasures)
    await app.shop.db.update(posSales).set({ customerName: 'Mphatso Kaliati' })
    await app.shop.db.insert(newsletterSubscribers).values(reader ? [reader] : [])
    expect(await eraseAgain(app.shop, ids)).toEqual({ count: 2, failed: [] })
    expect(await named()).toEqual([[null, null]])
    expect(await app.shop.db.$count(newsletterSubscribers)).toBe(0)
    expect(await app.shop.db.$count(erasures)).toBe(2)
  })

  test('is looked up, downloaded and erased by a super_admin who has just proven who they are, and nobody else', async () => {
    await sell({ customerPhone: '0991555777' })
    const admin = await app.signIn('admin')
    const { html } = await admin.open(at('0991555777'))
    expect(html).not.toContain('POS-2026-000001')
    expect(html).not.toContain('somebody without an account')
    expect((await admin.fetch(file('0991555777'))).status).toBe(403)
    expect((await admin.open(await erase('0991555777', admin))).html).toContain(
      'Only a super admin',
    )
    await app.shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
    expect((await boss.fetch(file('0991555777'))).status).toBe(302)
    expect((await erase('0991555777')).status).toBe(401)
    expect(await named()).toEqual([['Mphatso Kaliati', '0991555777']])
    expect(await app.shop.db.$count(auditLog, eq(auditLog.action, 'erased'))).toBe(0)
  })

  test('says which contacts can be typed', async () => {
    expect((await boss.open(at('a lady in blue'))).html).toContain('Type an email address')
    const { html } = await boss.open(
      await boss.post(PATH, { intent: 'erase-contact', contact: '' }),
    )
    expect(html).toContain('Type an email address')
  })
})
