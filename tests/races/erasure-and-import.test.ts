import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importEntries, users } from '../../app/db/tables.server.ts'
import { checkImport } from '../../app/modules/imports/check-import.ts'
import { confirmImport } from '../../app/modules/imports/confirm-import.ts'
import { runImport } from '../../app/modules/imports/run-import.ts'
import { startImport } from '../../app/modules/imports/start-import.ts'
import { eraseContact } from '../../app/modules/privacy/erase-contact.ts'
import { aUser } from '../support/factories.ts'
import { meet } from '../support/rivals/meet.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

test('an import that runs while somebody in its file is erased opens no account for whom the erasure has answered', async () => {
  const { userId } = await aUser(shop, 'super_admin')
  const boss = { userId, ip: '10.0.0.1', role: 'super_admin' as const }
  const answers = new Set<unknown>()
  for (let at = 0, isOver = false; !isOver; at += 1) {
    const email = `mary${at}@example.com`
    const bytes = Buffer.from(`Email,Name\r\n${email},Mary`)
    const file = { name: 'a.csv', kind: 'customers', addsCategories: false } as const
    const open = () => [bytes]
    const started = await startImport(shop, boss, { ...file, size: bytes.length, open })
    if (!started.ok) throw new Error(started.reason)
    await checkImport(shop, started.id)
    await confirmImport(shop, boss, started.id)
    const { first, second, paused } = await meet(
      shop.databaseUrl,
      at,
      () => runImport(shop, started.id),
      () => eraseContact(shop, boss, { kind: 'email', value: email }),
    )
    isOver = paused === null
    const where = `before statement ${at}: ${paused}`
    expect(first, where).toMatchObject({ status: 'fulfilled' })
    const answer = second.status === 'fulfilled' && second.value
    answers.add(answer && (answer.ok || answer.reason))
    const isOpened = (await shop.db.$count(users, eq(users.email, email))) > 0
    expect(answer, where).toEqual(
      isOpened ? { ok: false, reason: 'contact-has-account' } : { ok: true },
    )
    expect(await shop.db.$count(importEntries, eq(importEntries.label, email)), where).toBe(0)
  }
  expect(answers).toEqual(new Set([true, 'contact-has-account']))
})
