import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { deleteDoneJobs, type JobHandlers, type Jobs, NeverAgain, openJobs } from './jobs.server.ts'
import { sendFailedAgain } from './mail/failed-emails.server.ts'
import { forgetEmailsTo } from './mail/forget-emails.server.ts'

const database = useDatabase()
let jobs: Jobs
beforeAll(async () => {
  await database.db.execute(
    sql`select pgboss.create_queue('of-tomorrow', '{"policy": "standard"}')`,
  )
  jobs = await openJobs(database.db, () => {})
})
afterAll(() => jobs.close())

const EMAIL = {
  to: 'nobody@example.mw',
  subject: 'Your order',
  greeting: 'Hello,',
  paragraphs: ['Thank you'],
}
const handlers = (send: () => Promise<void>) => ({ 'send-email': send }) as unknown as JobHandlers
const stored = async () =>
  (
    await database.db.execute(
      sql`select state, retry_count, output ->> 'message' as message from pgboss.job where name = 'send-email'`,
    )
  ).rows

test('a job that has failed for good is not retried, and is stored with the reason', async () => {
  await jobs.enqueue(database.db, 'send-email', EMAIL)
  let tries = 0
  const refuse = handlers(async () => {
    tries += 1
    throw new NeverAgain('550 no such person')
  })
  await jobs.runDue(refuse, ['send-email'])
  await jobs.runDue(refuse, ['send-email'])
  expect(tries).toBe(1)
  expect(await stored()).toEqual([
    { state: 'failed', retry_count: 0, message: '550 no such person' },
  ])
})

test('a worker ends a job that has failed for good, and retries any other failure', async () => {
  await jobs.enqueue(database.db, 'send-email', EMAIL)
  await jobs.enqueue(database.db, 'send-email', { ...EMAIL, subject: 'Later' })
  const worker = await openJobs(database.db, () => {})
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const seen = new Set<string>()
  await worker.work({
    ...handlers(async () => {}),
    'send-email': async ({ subject }) => {
      seen.add(subject)
      if (seen.size === 2) resolve()
      throw subject === 'Later' ? new Error('451 later') : new NeverAgain('550 no such person')
    },
  })
  await done
  await worker.close()
  expect(new Set((await stored()).map(({ state }) => state))).toEqual(new Set(['failed', 'retry']))
})

test('finished jobs are deleted after a day, failed and waiting ones stay', async () => {
  await database.db.execute(sql`delete from pgboss.job`)
  for (let n = 0; n < 4; n += 1) await jobs.enqueue(database.db, 'send-email', EMAIL)
  const old = sql`now() - interval '25 hours'`
  await database.db.execute(sql`
    update pgboss.job j set state = s.state::pgboss.job_state, completed_on = s.at
    from (select id, row_number() over () as n from pgboss.job) o
    join (values (1, 'completed', ${old}), (2, 'completed', now()), (3, 'failed', ${old})) s (n, state, at) using (n)
    where o.id = j.id`)
  await deleteDoneJobs(database.db)
  const left = (await stored()).map(({ state }) => state)
  expect(new Set(left)).toEqual(new Set(['completed', 'created', 'failed']))
  expect(left).toHaveLength(3)
})

test('an email that is being sent while its address is erased is not retried, and nobody can send it again', async () => {
  await database.db.execute(sql`delete from pgboss.job`)
  await jobs.enqueue(database.db, 'send-email', EMAIL)
  await jobs.enqueue(
    database.db,
    'send-email',
    { ...EMAIL, subject: 'Waits' },
    { afterSeconds: 60 },
  )
  await jobs.enqueue(
    database.db,
    'send-email',
    { ...EMAIL, to: 'other@x.mw' },
    { afterSeconds: 60 },
  )
  const worker = await openJobs(database.db, () => {})
  const { promise: forgotten, resolve } = Promise.withResolvers<void>()
  await worker.work({
    ...handlers(async () => {}),
    'send-email': async () => {
      await database.db.transaction((db) => forgetEmailsTo(db, EMAIL.to.toUpperCase()))
      resolve()
      throw new Error('451 later')
    },
  })
  await forgotten
  await worker.close()
  const { rows } = await database.db.execute<{ id: string; state: string; data: object }>(
    sql`select id, state, data from pgboss.job where name = 'send-email' order by state`,
  )
  expect(rows.map(({ state, data }) => [state, data])).toEqual([
    ['created', { ...EMAIL, to: 'other@x.mw' }],
    ['failed', {}],
  ])
  const again = (db: Parameters<typeof sendFailedAgain>[0]) =>
    sendFailedAgain(db, rows[1]?.id ?? '')
  expect(await database.db.transaction(again)).toBeUndefined()
  await deleteDoneJobs(database.db)
  expect((await stored()).map(({ state }) => state)).toEqual(['created'])
})

test('a worker that ran while the clock was set back continues at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const worker = await openJobs(database.db, () => {})
  try {
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const seen: string[] = []
    await worker.work({
      ...handlers(async () => {}),
      // Of these there is one at a time.
      'move-photos': async ({ reviewId }) => {
        seen.push(reviewId)
        if (seen.length === 1) vi.setSystemTime(Date.now() - 3_600_000)
        else resolve()
      },
    })
    for (const reviewId of ['first', 'second'])
      await jobs.enqueue(database.db, 'move-photos', { reviewId })
    await done
    expect(seen.toSorted()).toEqual(['first', 'second'])
  } finally {
    vi.useRealTimers()
    await worker.close()
  }
}, 20_000)

test('every worker schedules the timed jobs: nightly, hourly, each minute, and a backup if one is set', async () => {
  const scheduled = async (backupAt: string | null) => {
    const worker = await openJobs(database.db, () => {})
    await worker.work(
      handlers(async () => {}),
      { backupAt },
    )
    await worker.close()
    const { rows } = await database.db.execute<{ name: string; cron: string; timezone: string }>(
      sql`select name, cron, timezone from pgboss.schedule order by name`,
    )
    return Object.fromEntries(rows.map(({ name, cron, timezone }) => [name, `${cron} ${timezone}`]))
  }
  const always = {
    'ask-for-reviews': '0 10 * * * Africa/Blantyre',
    'change-prices': '* * * * * UTC',
    'count-pairs': '50 * * * * UTC',
    'notify-arrived': '*/5 * * * * UTC',
    'notify-waiting': '*/5 * * * * UTC',
    'tidy-up': '20 1 * * * UTC',
    'watch-payments': '50 * * * * UTC',
    'watch-troubles': '*/5 * * * * UTC',
  }
  // As the release before left them, and one after this, which was taken back.
  await database.db.execute(
    sql`insert into pgboss.schedule (name, cron, key) values ('tell-waiting', '*/5 * * * *', ''),
      ('tell-arrived', '*/5 * * * *', ''), ('of-tomorrow', '* * * * *', 'of each till')`,
  )
  expect(await scheduled('02:30')).toEqual({
    ...always,
    'make-backup': '30 2 * * * Africa/Blantyre',
  })
  expect(await scheduled(null)).toEqual(always)
})

test('the night’s work that was missed while nothing ran is done once, at the next start', async () => {
  const ran: string[] = []
  const all = new Proxy({} as JobHandlers, {
    get: (_, name) => async () => void ran.push(String(name)),
  })
  const work = async () => {
    const worker = await openJobs(database.db, () => {}, { supervise: true })
    await worker.work(all)
    return worker
  }
  await (await work()).close()
  // As an earlier release left it: its time is in the table, and nothing is made up for.
  await database.db.execute(sql`update pgboss.schedule set options = '{"tz": "UTC"}'`)
  await (await work()).close()
  await database.db.execute(sql`update pgboss.schedule set created_on = now() - interval '3 days'`)
  await database.db.execute(sql`update pgboss.version set cron_on = now() - interval '2 days'`)
  ran.length = 0
  const worker = await work()
  try {
    await vi.waitFor(() => expect(ran).toContain('tidy-up'), 15_000)
    expect(ran.filter((name) => name === 'tidy-up')).toHaveLength(1)
    expect(ran).not.toContain('ask-for-reviews')
  } finally {
    await worker.close()
  }
}, 40_000)

test('a schedule that a starting older release removes is restored while the newer one runs', async () => {
  const options = { schedulesRestoredSeconds: 0.02 }
  const worker = await openJobs(database.db, () => {}, options)
  const cronOf = async (name: string) => {
    const { rows } = await database.db.execute<{ cron: string }>(
      sql`select cron from pgboss.schedule where name = ${name}`,
    )
    return rows.map(({ cron }) => cron)
  }
  try {
    await worker.work(
      handlers(async () => {}),
      { backupAt: '02:30' },
    )
    // One of a release that is newer still: whoever starts does not leave it, whoever works does.
    await database.db.execute(
      sql`insert into pgboss.schedule (name, cron, key) values ('of-tomorrow', '* * * * *', '')`,
    )
    await database.db.execute(sql`delete from pgboss.schedule where name = 'change-prices'`)
    await database.db.execute(
      sql`update pgboss.schedule set cron = '0 3 * * *' where name = 'make-backup'`,
    )
    await vi.waitFor(async () => expect(await cronOf('change-prices')).toEqual(['* * * * *']))
    await vi.waitFor(async () => expect(await cronOf('make-backup')).toEqual(['30 2 * * *']))
    expect(await cronOf('of-tomorrow')).toEqual(['* * * * *'])
  } finally {
    await worker.close()
  }
})
