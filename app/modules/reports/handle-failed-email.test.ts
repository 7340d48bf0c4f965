import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, troubles } from '../../db/tables.server.ts'
import { countWork } from './count-work.ts'
import { sendEmailAgain, setEmailAside } from './handle-failed-email.ts'
import { listRefusedEmails } from './list-refused-emails.ts'

const shop = useShop()
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeEach(async () => {
  admin = await anAdmin(shop)
})

/** Emails that the mail server has refused for good. */
async function refused(...subjects: string[]) {
  for (const subject of subjects)
    await shop.jobs.enqueue(shop.db, 'send-email', {
      to: 'nobody@example.mw',
      subject,
      greeting: 'Hello,',
      paragraphs: ['x'],
    })
  await shop.db.execute(sql`
    update pgboss.job set state = 'failed', retry_count = 3, retry_limit = 3, started_on = now(), completed_on = now()
    where name = 'send-email'`)
  return Object.fromEntries(
    (await listRefusedEmails(shop.db)).map(({ id, subject }) => [subject, id]),
  )
}
const jobs = async () =>
  (
    await shop.db.execute(sql`
      select data ->> 'subject' as subject, state, retry_count, retry_limit from pgboss.job where name = 'send-email'
      order by 1`)
  ).rows

test('a failed email is sent again or set aside, once for a repeated request, and is logged', async () => {
  const { First = '', Second = '' } = await refused('First', 'Second')
  // The trouble that says so is about the same emails.
  await shop.db
    .insert(troubles)
    .values({ kind: 'emails', finding: { code: 'emails-failed', count: 2 } })
  expect(await countWork(shop)).toMatchObject([{ kind: 'failed-emails', count: 2 }])
  const press = { ...admin, request: 'press-1' }
  for (const _ of [1, 2]) expect(await sendEmailAgain(shop.db, press, First)).toEqual({ ok: true })
  const gone = { ok: false, reason: 'email-seen-to' }
  expect(await sendEmailAgain(shop.db, await anAdmin(shop), First)).toEqual(gone)
  expect(await setEmailAside(shop.db, admin, First)).toEqual(gone)
  const aside = { ...admin, request: 'press-2' }
  const both = await Promise.all([1, 2].map(() => setEmailAside(shop.db, aside, Second)))
  expect(both).toEqual([{ ok: true }, { ok: true }])
  expect(await jobs()).toEqual([
    { subject: 'First', state: 'retry', retry_count: 0, retry_limit: 100 },
  ])
  expect(await listRefusedEmails(shop.db)).toEqual([])
  expect(await countWork(shop)).toEqual([])
  expect(await shop.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
    { entity: 'email', label: 'First', byUser: admin.userId, after: { status: 'sent again' } },
    { entity: 'email', label: 'Second', after: { status: 'set aside' } },
  ])
  const sent: string[] = []
  const send = async ({ subject }: { subject: string }) => void sent.push(subject)
  await shop.jobs.runDue({ 'send-email': send } as never, ['send-email'])
  expect(sent).toEqual(['First'])
})
