import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listOutbox, openOutbox } from './mail-outbox.server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zovala-outbox-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))
const email = { to: 'customer@zovala.test', subject: 'Zikomo', text: 'Thank you' }

test('an outbox before its first email is empty', async () => {
  expect(await listOutbox(dataDir, 10)).toEqual([])
})

test('an email is stored in the outbox as it was written, and only this account can read it', async () => {
  const now = new Date('2026-11-20T08:00:00.123Z')
  const unsubscribeUrl = 'https://shop.example/newsletter?leave=x'
  await openOutbox(dataDir, () => now).send({
    ...email,
    html: '<p>Thank you</p>',
    unsubscribeUrl,
  })
  expect(await listOutbox(dataDir, 10)).toEqual([
    {
      ...email,
      html: '<p>Thank you</p>',
      unsubscribeUrl,
      id: expect.stringMatching(/^20261120T080000123Z-/),
      sentAt: '2026-11-20T08:00:00.123Z',
    },
  ])
  const [name = ''] = await readdir(join(dataDir, 'outbox'))
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600)
})

test('the newest emails are listed first, up to the limit, also within one millisecond', async () => {
  let now = new Date('2026-11-20T08:00:00Z')
  const outbox = openOutbox(dataDir, () => now)
  for (const subject of ['1', '2', '3']) await outbox.send({ ...email, subject })
  now = new Date('2026-11-21T08:00:00Z')
  await outbox.send({ ...email, subject: '4' })
  const subjects = async (limit: number) =>
    (await listOutbox(dataDir, limit)).map(({ subject }) => subject)
  expect(await subjects(10)).toEqual(['4', '3', '2', '1'])
  expect(await subjects(2)).toEqual(['4', '3'])
})

test('emails that two processes write at once are all stored', async () => {
  const [one, other] = [openOutbox(dataDir), openOutbox(dataDir)]
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).send({ ...email, subject: `${n}` })),
  )
  expect(new Set((await listOutbox(dataDir, 100)).map(({ subject }) => subject)).size).toBe(40)
})

test('a half-written or foreign file is not an email', async () => {
  await openOutbox(dataDir).send(email)
  await writeFile(join(dataDir, 'outbox/.20261120T080000123Z-000000-0a0b0c0d.json.beef'), '{ "to"')
  await writeFile(join(dataDir, 'outbox/notes.json'), '{')
  expect(await listOutbox(dataDir, 10)).toHaveLength(1)
})
