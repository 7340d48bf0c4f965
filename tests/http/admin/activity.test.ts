import { describe, expect, test } from 'vitest'
import { auditLog, newsletterSubscribers } from '../../../app/db/tables.server.ts'
import { type Change, recordAudit } from '../../../app/modules/audit/record-audit.ts'
import { type SignedIn, useApp } from '../../support/app.ts'

const app = useApp()
const ID = '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11'
const record = (by: SignedIn, change: Partial<Change> & { label: string }) =>
  app.shop.db.transaction((db) =>
    recordAudit(
      db,
      { userId: by.userId, ip: '10.9.8.7' },
      { action: 'edited', entity: 'product', entityId: ID, ...change },
    ),
  )
const textOf = (html: string) =>
  html
    .replaceAll(/<!-- -->|<wbr\/>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const files = ['/admin/activity.csv', '/admin/newsletter.csv']

describe('Activity', () => {
  test('says who changed what, from what to what, and from where', async () => {
    const admin = await app.signIn('admin')
    await record(admin, {
      label: 'Wrap Dress',
      before: { price: 20_000, comparePrice: null },
      after: { price: 18_000, comparePrice: 20_000 },
    })
    const { html } = await admin.open('/admin/activity')
    expect(html).toContain('>Activity</h1>')
    const text = textOf(html)
    expect(text).toContain(admin.email)
    expect(text).toContain('Price: MK 20,000 → to MK 18,000')
    expect(text).toContain('10.9.8.7')
    expect(html).toContain(`href="/admin/edit-product/${ID}"`)
  })

  test('a title that looks like an impossible time does not break the log', async () => {
    const admin = await app.signIn('admin')
    await record(admin, { label: 'Before' })
    await record(admin, { label: 'Sale', after: { title: '2026-99-99 99:99:99' } })
    const { status, html } = await admin.open('/admin/activity')
    expect(status).toBe(200)
    expect(textOf(html)).toContain('Before')
    const file = await (await admin.fetch('/admin/activity.csv')).text()
    expect(file).toContain('Before')
  })

  test('a deleted row has no link', async () => {
    const admin = await app.signIn('admin')
    await record(admin, { action: 'deleted', label: 'Old Hat', before: { name: 'Old Hat' } })
    const { html } = await admin.open('/admin/activity')
    expect(textOf(html)).toContain('Old Hat')
    expect(html).not.toContain(`/admin/edit-product/${ID}`)
  })

  test('is searched and filtered by the address, and a malformed address is no error', async () => {
    const admin = await app.signIn('admin')
    const other = await app.signIn('super_admin')
    await record(admin, { label: 'Wrap Dress' })
    await record(other, { label: 'FSC-2026-000001', entity: 'order', action: 'status changed' })
    const rows = async (query: string) => {
      const { status, html } = await admin.open(`/admin/activity?${query}`)
      expect(status).toBe(200)
      const body = html.split('<tbody')[1]?.split('</tbody>')[0] ?? ''
      return ['Wrap Dress', 'FSC-2026-000001'].filter((label) => body.includes(`>${label}<`))
    }
    expect(await rows('search=wrap')).toEqual(['Wrap Dress'])
    expect(await rows('about=order')).toEqual(['FSC-2026-000001'])
    expect(await rows('action=edited')).toEqual(['Wrap Dress'])
    expect(await rows(`person=${other.email}`)).toEqual(['FSC-2026-000001'])
    expect(await rows('from=2020-01-01&to=2020-12-31')).toEqual([])
    expect(await rows('from=2020-01-01')).toHaveLength(2)
    expect(await rows('about=x&action=y&from=2026-02-31&to=z&after=%00&search=%00')).toHaveLength(2)
    const { html } = await admin.open('/admin/activity?search=nothing-like-it')
    expect(html).toContain('No activity found')
    expect(html).not.toContain('Nothing was changed yet')
  })

  test('of a new shop says that nothing was changed yet', async () => {
    const admin = await app.signIn('admin')
    const { html } = await admin.open('/admin/activity')
    expect(html).toContain('Nothing was changed yet')
    expect(html).not.toContain('No activity found')
  })

  test('has a next page, and its file contains all entries', async () => {
    const admin = await app.signIn('admin')
    for (let n = 1; n <= 26; n += 1) await record(admin, { label: `Dress no ${n}.` })
    const { html } = await admin.open('/admin/activity')
    expect(html).not.toContain('Dress no 1.')
    const next = /href="[^"]*(\?after=\d+)"/.exec(html)?.[1]
    expect((await admin.open(`/admin/activity${next}`)).html).toContain('Dress no 1.')
    const file = await (await admin.fetch('/admin/activity.csv?search=dress')).text()
    expect(file).toMatch(/^When,Who,Email,What,About,Item,Change,IP address\r\n/)
    expect(file.trim().split('\r\n')).toHaveLength(27)
    const [last] = await app.shop.db
      .select()
      .from(auditLog)
      .then((lines) => lines.slice(-1))
    expect(last).toMatchObject({
      action: 'exported',
      entity: 'activity',
      byUser: admin.userId,
      after: { search: 'dress' },
    })
  })

  test('that cannot be read leaves the screen usable, with a message', async () => {
    const admin = await app.signIn('admin')
    await app.shop.db.execute('alter table audit_log rename to audit_log_away')
    try {
      const { status, html } = await admin.open('/admin/activity')
      expect([status, html.includes('Error loading activity.')]).toEqual([200, true])
    } finally {
      await app.shop.db.execute('alter table audit_log_away rename to audit_log')
    }
  })
})

describe('Newsletter', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 8, n))
  const fill = () =>
    app.shop.db.insert(newsletterSubscribers).values([
      { email: 'waiting@example.com', token: 'w', createdAt: day(1) },
      { email: 'reader@example.com', token: 'r', createdAt: day(2), confirmedAt: day(3) },
      {
        email: 'gone@example.com',
        token: 'g',
        createdAt: day(3),
        confirmedAt: day(3),
        leftAt: day(4),
      },
    ])

  test('shows who confirmed, who has yet to and who left, and finds an address', async () => {
    await fill()
    const admin = await app.signIn('admin')
    const all = textOf((await admin.open('/admin/newsletter')).html)
    expect(all).toMatch(
      /gone@example.com.*Unsubscribed.*reader@example.com.*Confirmed.*waiting@example.com.*Waiting to confirm/,
    )
    const left = await admin.open('/admin/newsletter?state=left')
    expect([left.html.includes('gone@'), left.html.includes('reader@')]).toEqual([true, false])
    const found = await admin.open('/admin/newsletter?search=aiting')
    expect([found.html.includes('waiting@'), found.html.includes('gone@')]).toEqual([true, false])
    expect((await admin.open('/admin/newsletter?search=nobody')).html).toContain(
      'No addresses found',
    )
  })

  test('exports only confirmed addresses, each with a link to unsubscribe, and logs the export', async () => {
    await fill()
    const admin = await app.signIn('admin')
    const answer = await admin.fetch('/admin/newsletter.csv')
    expect(answer.headers.get('content-disposition')).toContain('newsletter.csv')
    expect(await answer.text()).toBe(
      `Email,Confirmed,Leave link\r\nreader@example.com,2026-09-03 02:00,${app.shop.config.baseUrl}/newsletter?leave=r\r\n`,
    )
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([
      { action: 'exported', entity: 'newsletter', byUser: admin.userId },
    ])
  })
})

test.each(files)('only whoever runs the shop gets %s', async (path) => {
  expect((await app.visit().fetch(path)).status).toBe(302)
  for (const role of ['customer', 'cashier'] as const)
    expect((await (await app.signIn(role)).fetch(path)).status).toBe(403)
  expect(await app.shop.db.select().from(auditLog)).toEqual([])
})
