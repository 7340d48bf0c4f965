import { readdirSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import type { Db, Tx } from './open.server.ts'
import { pipeline } from './pipeline.server.ts'
import { PlanningClient, WORTH_IT } from './planning-client.server.ts'
import { prepareOnce, type RowShape, rowPlaceholders, splitRow } from './prepared.server.ts'
import { newsletterSubscribers } from './tables.server.ts'
import { transact } from './transact.server.ts'

// Alone in its worker: frequent statements are counted for all connections of a process.
const shop = useDatabase()

type Subscriber = typeof newsletterSubscribers.$inferInsert
const prepareInsert = prepareOnce((db: Db | Tx, row: RowShape<Subscriber>) =>
  db.insert(newsletterSubscribers).values(rowPlaceholders(row)),
)
const subscribe = (db: Db | Tx, email: string, left: Partial<Subscriber> = { leftAt: null }) => {
  const row = splitRow({ email, token: email, ...left })
  return prepareInsert(db, row.shape).execute(row.values)
}
const isThere = async (email: string) => {
  const found = await shop.db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email))
  return found.length === 1
}

describe('a prepared query', () => {
  test('runs on the connection that it is given: a rollback reverts it', async () => {
    await subscribe(shop.db, 'first@example.com')
    const undone = shop.db.transaction(async (db) => {
      await subscribe(db, 'undone@example.com')
      throw new Error('changed our mind')
    })
    await expect(undone).rejects.toThrow('changed our mind')
    await shop.db.transaction((db) => subscribe(db, 'kept@example.com'))
    expect(await isThere('first@example.com')).toBe(true)
    expect(await isThere('undone@example.com')).toBe(false)
    expect(await isThere('kept@example.com')).toBe(true)
  })

  test('keeps null values in its shape, and leaves out undefined ones', () => {
    const row = splitRow({ a: 1, b: null, c: undefined }, 'row.')
    expect(row.shape).toEqual({ a: 'row.a', b: null })
    expect(row.values).toEqual({ 'row.a': 1 })
    expect(rowPlaceholders(row.shape)).toEqual({ a: sql.placeholder('row.a'), b: null })
  })

  test('is built once for each shape, and each shape has its own SQL text', async () => {
    const build = vi.fn((db: Db | Tx, count: number) =>
      db.select({ count: sql<number>`${sql.raw(`${count}`)}` }).from(sql`(select) as nothing`),
    )
    const prepareCount = prepareOnce(build)
    for (const count of [1, 2, 1, 2])
      expect(await prepareCount(shop.db, count).execute()).toEqual([{ count }])
    expect(build).toHaveBeenCalledTimes(2)
    const leftAt = new Date('2026-03-01T08:00:00Z')
    await subscribe(shop.db, 'here@example.com')
    await subscribe(shop.db, 'left@example.com', { leftAt })
    const rows = await shop.db.select().from(newsletterSubscribers)
    expect(new Map(rows.map((row) => [row.email, row.leftAt]))).toEqual(
      new Map([
        ['here@example.com', null],
        ['left@example.com', leftAt],
      ]),
    )
  })

  test('is declared at the top level of its file, because within a function it would be built at each call', () => {
    const calls = readdirSync('app', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/prepared\.server|\.test/.test(file))
      .flatMap((file) => readFileSync(`app/${file}`, 'utf8').match(/^.*\bprepareOnce\(.*$/gm) ?? [])
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.filter((call) => !/^(export )?const \w+ = prepareOnce\(/.test(call))).toEqual([])
  })
})

describe('pipelined statements', () => {
  test('are all finished before the first error is thrown, and leave no changes', async () => {
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const failing = shop.db.transaction((db) =>
      pipeline(
        () => subscribe(db, 'one@example.com').then(note('one')),
        () => db.execute(sql`select 1 / 0`).then(note('never')),
        () => db.execute(sql`select pg_sleep(0.05)`).catch(note('after')),
      ),
    )
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
    expect(ended).toEqual(['one', 'after'])
    expect(await isThere('one@example.com')).toBe(false)
  })

  test('throw the error of the failed statement, also when an earlier one is sent later', async () => {
    const failing = shop.db.transaction((db) =>
      pipeline(
        async () => {
          await Promise.resolve()
          await subscribe(db, 'late@example.com')
        },
        () => db.execute(sql`select 1 / 0`),
      ),
    )
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
  })

  test('run in the given order, whether they start by themselves or when they are awaited', async () => {
    const answers = await shop.db.transaction(async (db) => {
      await db.execute(sql`create temporary sequence turns_here`)
      const turn = sql`select nextval('turns_here')::int as n`
      const lazy = () => db.execute<{ n: number }>(turn)
      return pipeline(
        lazy,
        () => lazy().then((answer) => answer),
        lazy,
        async () => lazy(),
      )
    })
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4])
  })
})

describe('a frequent statement', () => {
  let client: pg.Client
  beforeEach(async () => {
    client = new PlanningClient({ connectionString: shop.url })
    await client.connect()
  })
  afterEach(() => client.end())
  const planned = async (text: string) => {
    const { rows } = await client.query('select statement from pg_prepared_statements')
    return rows.some((row: { statement: string }) => row.statement === text)
  }

  test('is prepared from its 120th use within a minute', async () => {
    const text = 'select $1::int + 1 as sum'
    for (let n = 1; n < WORTH_IT; n += 1) await client.query({ text }, [n])
    expect(await planned(text)).toBe(false)
    const { rows } = await client.query({ text }, [WORTH_IT])
    expect(rows).toEqual([{ sum: WORTH_IT + 1 }])
    expect(await planned(text)).toBe(true)
  })

  test('is not prepared on every connection when it is less frequent', async () => {
    const text = 'select $1::int + 2 as sum'
    const clock = vi.spyOn(performance, 'now')
    onTestFinished(() => clock.mockRestore())
    let now = performance.now()
    clock.mockImplementation(() => now)
    for (let n = 1; n <= 2 * WORTH_IT; n += 1) {
      now += 750
      await client.query({ text }, [n])
    }
    expect(await planned(text)).toBe(false)
  })

  test('is not prepared without values, because its tables may have grown', async () => {
    const text = 'select count(*) from orders'
    for (let n = 1; n <= WORTH_IT; n += 1) await client.query({ text })
    expect(await planned(text)).toBe(false)
  })

  test('is not prepared as one of several in a text, or when it controls a transaction', async () => {
    for (let n = 1; n <= WORTH_IT; n += 1) {
      await client.query({ text: 'begin' })
      await client.query({ text: 'select 1; select 2' })
      await client.query({ text: 'commit' })
    }
    const { rows } = await client.query('select count(*)::int as n from pg_prepared_statements')
    expect(rows).toEqual([{ n: 0 }])
  })

  test('can be executed again after a failure', async () => {
    const text = 'select 1 / $1::int as part'
    for (let n = 1; n <= WORTH_IT; n += 1)
      await expect(client.query({ text }, [0])).rejects.toThrow('division by zero')
    expect((await client.query({ text }, [1])).rows).toEqual([{ part: 1 }])
  })
})

describe('a transaction', () => {
  test('that the database refuses to begin does nothing, and releases its connection', async () => {
    const query = Reflect.get(pg.Client.prototype, 'query') as () => never
    const spoilt = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [asked] = given as [{ text?: string }]
      if (asked.text?.startsWith('begin')) given[0] = { ...asked, text: 'begin what' }
      return Reflect.apply(query, this, given)
    })
    onTestFinished(() => spoilt.mockRestore())
    const write = vi.fn(async () => ({ ok: true }))
    const refused = [
      () => transact(shop.db, write),
      () => shop.db.transaction(write),
      () => shop.db.transaction(write, { isolationLevel: 'repeatable read' }),
    ]
    for (const begin of refused)
      await expect(begin()).rejects.toMatchObject({ cause: { code: '42601' } })
    spoilt.mockRestore()
    expect(write).not.toHaveBeenCalled()
    expect(shop.pool.totalCount).toBe(shop.pool.idleCount)
    await shop.db.transaction((db) => subscribe(db, 'next@example.com'))
    expect(await isThere('next@example.com')).toBe(true)
  })
})
