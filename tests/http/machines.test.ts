import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { troubles } from '../../app/db/tables.server.ts'
import { listReaders } from '../../app/modules/newsletter/list-subscribers.ts'
import { createMetrics } from '../../app/web/metrics.server.ts'
import { linkIn, useApp } from '../support/app.ts'

const app = useApp({ METRICS_TOKEN: 'only for Prometheus' })

const NOTHING = { jobs: [], orders: [], refunds: [], troubles: [] }

describe('the addresses for machines', () => {
  test('answer alive and ready', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await app.visit().fetch(path)
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
        path,
        200,
        'no-store',
      ])
    }
  })

  test('GET /healthz and the back office name the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const alive = await (await app.visit().fetch('/healthz')).text()
    expect(alive).toBe(`ok\nversion ${version}\n`)
    const owner = await app.signIn('super_admin')
    const page = (await (await owner.fetch('/admin')).text()).replaceAll('<!-- -->', '')
    expect(page).toContain(`Version ${version}<`)
  })

  test('answer not ready while the database is away, but alive', async () => {
    const { db } = app.shop
    app.shop.db = Object.assign(Object.create(db), {
      execute: () => Promise.reject(new Error('no connection')),
    })
    try {
      expect((await app.visit().fetch('/readyz')).status).toBe(503)
      expect((await app.visit().fetch('/healthz')).status).toBe(200)
    } finally {
      app.shop.db = db
    }
  })

  test('show metrics with the token, and to this machine, but not through a proxy on it', async () => {
    expect((await app.visit().fetch('/metrics')).status).toBe(404)
    const read = await app
      .visit()
      .fetch('/metrics', { headers: { authorization: 'Bearer only for Prometheus' } })
    expect(read.status).toBe(200)
    const text = await read.text()
    expect(text).toMatch(/^zovala_requests_total\{status="4xx",worker="0"\} \d+$/m)
    expect(text).toMatch(/^zovala_request_duration_seconds_bucket\{le="\+Inf",worker="0"\} \d+$/m)
    expect(text).toMatch(/^zovala_database_connections\{state="idle",worker="0"\} \d+$/m)
    const wrong = await app
      .visit()
      .fetch('/metrics', { headers: { authorization: 'Bearer something else' } })
    expect(wrong.status).toBe(404)
    const here = app.visit('127.0.0.1')
    await app.shop.db.insert(troubles).values([
      { kind: 'disk', finding: { code: 'disk-full', freeMb: 10, percent: 0 } },
      { kind: 'openings', finding: { code: 'openings-fail', count: 3 }, endedAt: sql`now()` },
    ])
    const figures = await here.fetch('/metrics')
    expect(figures.status).toBe(200)
    // A trouble that has ended is not reported.
    expect((await figures.text()).match(/^zovala_\w*trouble\w*\{.*$/gm)).toEqual([
      expect.stringContaining('kind="disk"'),
    ])
    const proxied = await here.fetch('/metrics', { headers: { 'x-forwarded-for': '41.70.1.1' } })
    expect(proxied.status).toBe(404)
  })

  test('count durations in the buckets of their upper bounds', async () => {
    const metrics = createMetrics({ worker: '3' })
    for (const ms of [1, 30, 70_000]) metrics.count(200, ms)
    const text = await metrics.write(NOTHING)
    for (const [bound, count] of [
      ['0.005', 1],
      ['0.05', 2],
      ['10', 2],
      ['+Inf', 3],
    ])
      expect(text).toContain(
        `zovala_request_duration_seconds_bucket{le="${bound}",worker="3"} ${count}\n`,
      )
    expect(text).toContain('zovala_request_duration_seconds_sum{worker="3"} 70.031\n')
  })

  test('show current metrics at each read, and no longer those that have ended', async () => {
    const pool = { total: 3, idle: 1, waiting: 0 }
    const metrics = createMetrics({ worker: '3', pool: () => pool })
    let hits = 5
    metrics.watchPageCache(() => ({ pages: 1, bytes: 20_000, hits, fills: 2 }))
    const first = await metrics.write({
      ...NOTHING,
      jobs: [{ name: 'send-email', count: 4 }],
      orders: [{ status: 'pending', count: 1 }],
      troubles: [{ kind: 'disk' }],
    })
    expect(first).toContain('zovala_trouble{kind="disk"} 1\n')
    expect(first).toContain('zovala_jobs_waiting{job="send-email"} 4\n')
    expect(first).toContain('zovala_orders{status="pending"} 1\n')
    expect(first).toContain('zovala_database_connections{state="busy",worker="3"} 2\n')
    hits = 7
    const second = await metrics.write(NOTHING)
    expect(second).toContain('zovala_page_cache_hits_total{worker="3"} 7\n')
    expect(second).toContain('zovala_page_cache_fills_total{worker="3"} 2\n')
    expect(second).not.toMatch(/send-email|pending|disk/)
  })
})

const FIELD = 'then'
const backTo = { [FIELD]: '/size-guide' }
const EMAIL = 'reader@example.com'
const join = (email: string) => {
  const browser = app.visit()
  return browser.post('/newsletter', { email, ...backTo }).then((a) => browser.open(a))
}
const onTheList = async () =>
  (await listReaders(app.shop.db, { search: '', after: null, limit: 10 })).rows.map(
    ({ email }) => email,
  )

describe('the newsletter', () => {
  test('is joined by email and one tap, and left the same way', async () => {
    const joined = await join(` ${EMAIL.toUpperCase()} `)
    expect(joined.path).toBe('/size-guide')
    expect(joined.html).toContain('Almost there')
    const [mail] = await app.emails(EMAIL)
    const link = linkIn(mail)

    const page = await app.visit().open(link)
    expect(page.html).toContain('Yes, write to me')
    expect(await onTheList()).toEqual([])

    const browser = app.visit()
    const token = new URLSearchParams(link.split('?')[1]).get('confirm') ?? ''
    const done = await browser.open(await browser.post('/newsletter', { confirm: token }))
    expect(done.html).toContain('You are on the list')
    expect(await onTheList()).toEqual([EMAIL])

    const leave = mail?.text.match(/\/newsletter\?leave=[\w-]+/)?.[0] ?? ''
    expect((await browser.open(leave)).html).toContain('Yes, leave the list')
    expect(await onTheList()).toEqual([EMAIL])
    const left = await browser.open(await browser.post('/newsletter', { leave: token }))
    expect(left.html).toContain('You have left the list')
    expect(await onTheList()).toEqual([])

    await join(EMAIL)
    await browser.post('/newsletter', { confirm: token })
    expect(await onTheList()).toEqual([EMAIL])
    // The unsubscribe button of an email program follows no redirect (RFC 8058).
    expect(mail?.unsubscribeUrl).toBe(app.shop.config.baseUrl + leave)
    const oneClick = { 'List-Unsubscribe': 'One-Click' }
    expect((await app.visit().post(leave, oneClick)).status).toBe(200)
    expect(await onTheList()).toEqual([])
    const unknown = `/newsletter?leave=${'x'.repeat(32)}`
    expect((await app.visit().post(unknown, oneClick)).status).toBe(404)
  })

  test('does not reveal who is on the list, and emails nobody twice', async () => {
    const first = await join(EMAIL)
    const token = new URLSearchParams(linkIn((await app.emails(EMAIL))[0]).split('?')[1])
    await app.visit().post('/newsletter', { confirm: token.get('confirm') ?? '' })
    const second = await join(EMAIL)
    const isSent = ({ html }: { html: string }) => html.includes('We have sent you an email.')
    expect([isSent(first), isSent(second)]).toEqual([true, true])
    expect(await app.emails(EMAIL)).toHaveLength(1)
  })

  test('refuses an invented link and a malformed address with a message', async () => {
    const browser = app.visit()
    for (const fields of [{ confirm: 'x'.repeat(32) }, { leave: '../../etc' }]) {
      const page = await browser.open(await browser.post('/newsletter', fields))
      expect(page.html).toContain('That link does not work')
    }
    const page = await browser.open(await browser.post('/newsletter', { email: 'no address' }))
    expect(page.html).toContain('Please check the email address')
  })
})

describe('the outbox', () => {
  test('shows its emails in the sample shop', async () => {
    const page = await app.visit().open('/dev/mail')
    expect(page.status).toBe(200)
    expect(page.html).toContain('No emails yet.')
    expect((await app.visit().open('/dev/mail?letter=../../session-secret')).status).toBe(404)
  })

  test('does not exist in a real shop', async () => {
    const { config } = app.shop
    app.shop.config = { ...config, sampleShop: false }
    try {
      expect((await app.visit().open('/dev/mail')).status).toBe(404)
    } finally {
      app.shop.config = config
    }
  })
})
