import { lchownSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isReachable } from '../../server/postgres/postgres-binaries.ts'
import { ask, makeDataDir, openProduct, startProduct } from '../support/product.ts'

const isRoot = process.getuid?.() === 0

const writeSomething = (dataDir: string) =>
  ask(dataDir, `insert into shop_facts values ('test', 'kept')`)
const readSomething = (dataDir: string) =>
  ask(dataDir, `select value from shop_facts where key = 'test'`)

test('a data folder of another major version is refused with the way to convert it', async () => {
  const dataDir = makeDataDir()
  await (await openProduct({ dataDir, empty: true })).end()
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  const product = await startProduct({ dataDir, empty: true })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain('was written by PostgreSQL 17')
  expect(product.output()).toContain('To convert it')
})

test.runIf(isRoot && isReachable(process.execPath))(
  'an ordinary user starts it, and root goes on with that data',
  async () => {
    const dataDir = makeDataDir(1000)
    const product = await openProduct({ dataDir, uid: 1000, empty: true })
    await writeSomething(dataDir)
    await product.end()
    await openProduct({ dataDir, empty: true })
    expect(await readSomething(dataDir)).toEqual(['kept'])
  },
)

/** The user ids that own files in a folder. */
const ownersIn = (folder: string) => [
  ...new Set(
    [
      folder,
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    ].map((file) => lstatSync(file).uid),
  ),
]

test.runIf(isRoot)(
  "the database of a shop that root starts belongs to an account that nobody else has, also where it was nobody's before",
  async () => {
    const dataDir = makeDataDir()
    const database = join(dataDir, 'postgres')
    const product = await openProduct({ dataDir, empty: true })
    await writeSomething(dataDir)
    const [own, ...others] = ownersIn(database)
    expect(others).toEqual([])
    const passwd = readFileSync('/etc/passwd', 'utf8').split('\n')
    expect(passwd.filter((row) => row.split(':')[2] === String(own))).toEqual([])
    expect(own).not.toBe(65_534)
    expect(lstatSync(database).mode & 0o077).toBe(0)
    await product.end()
    // As the previous release left it.
    for (const file of readdirSync(database, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(database, file), 65_534, 65_534)
    lchownSync(database, 65_534, 65_534)
    await openProduct({ dataDir, empty: true })
    expect(ownersIn(database)).not.toContain(65_534)
    expect(await readSomething(dataDir)).toEqual(['kept'])
  },
)
