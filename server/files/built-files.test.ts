import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openServer } from '../../tests/support/http-server.ts'
import { useShop } from '../../tests/support/shop.ts'
import { loadAssets } from './assets.ts'
import { cacheFound, findBuiltFile, keepBuiltFiles } from './built-files.ts'

const shop = useShop()
const elsewhere = (path: string) => findBuiltFile(shop.db, path)

/**
 * A build of its own: an entry with a hash in its name, compressed as the build does it, and a font that is not
 * compressed.
 */
function aBuild(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const entry = `console.log(${JSON.stringify(name)})`
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', `entry-${name}.js`), entry)
  writeFileSync(join(folder, 'assets', `entry-${name}.js.br`), brotliCompressSync(entry))
  writeFileSync(join(folder, 'assets', `font-${name}.woff2`), `font ${name}`)
  writeFileSync(join(folder, 'icon.svg'), name)
  return { assets: loadAssets(folder, elsewhere), entry }
}

const serve = async (assets: ReturnType<typeof loadAssets>) => {
  const { origin } = await openServer(() => Promise.resolve(new Response('page')), {}, { assets })
  return async (path: string, encoding = 'identity') => {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': encoding } })
    return { answer, text: await answer.text() }
  }
}

test('two builds behind one proxy: each serves the files of the other as that one does', async () => {
  const [old, young] = [aBuild('0ld'), aBuild('n3w')]
  await keepBuiltFiles(shop.db, old.assets)
  await keepBuiltFiles(shop.db, young.assets)
  const [fromOld, fromYoung] = [await serve(old.assets), await serve(young.assets)]
  for (const [path, content] of [
    ['/assets/entry-0ld.js', old.entry],
    ['/assets/entry-n3w.js', young.entry],
    ['/assets/font-n3w.woff2', 'font n3w'],
  ] as const)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answers = [await fromOld(path, encoding), await fromYoung(path, encoding)]
      expect(answers.map(({ text }) => text)).toEqual([content, content])
      const [one, other] = answers.map(({ answer }) => answer.headers)
      for (const name of ['content-type', 'etag', 'cache-control'])
        expect(one?.get(name)).toBe(other?.get(name))
    }
  expect((await fromOld('/assets/entry-n0ne.js')).answer.status).toBe(404)
  expect((await fromOld('/assets/..%2ficon.svg')).answer.status).toBe(404)
})

test('a build whose files are already stored does not write them again', async () => {
  const { assets } = aBuild('0ld')
  await keepBuiltFiles(shop.db, assets)
  await shop.db.execute(sql`update built_files set body = 'kept', is_brotli = false`)
  await keepBuiltFiles(shop.db, assets)
  expect((await elsewhere('/assets/entry-0ld.js'))?.plain?.toString()).toBe('kept')
})

test('files that no release has claimed for 30 days are deleted, those of a running release stay', async () => {
  const [old, young] = [aBuild('0ld'), aBuild('n3w')]
  await keepBuiltFiles(shop.db, old.assets)
  await keepBuiltFiles(shop.db, young.assets)
  await shop.db.execute(sql`update built_files set seen_at = now() - interval '29 days'`)
  await keepBuiltFiles(shop.db, young.assets)
  expect(await elsewhere('/assets/entry-0ld.js')).not.toBeNull()
  await shop.db.execute(sql`update built_files set seen_at = now() - interval '31 days'`)
  await keepBuiltFiles(shop.db, young.assets)
  expect(await elsewhere('/assets/entry-0ld.js')).toBeNull()
  expect(await elsewhere('/assets/entry-n3w.js')).not.toBeNull()
})

test('a file of another build is searched once, a missing one again after ten seconds', async () => {
  let now = 1
  const { assets } = aBuild('0ld')
  await keepBuiltFiles(shop.db, assets)
  const find = vi.fn(elsewhere)
  const cached = cacheFound(find, () => now)
  const [there, nowhere] = ['/assets/entry-0ld.js', '/assets/entry-n0ne.js']
  const ask = () => Promise.all([there, there, nowhere, nowhere].map(cached))
  const [first, second, ...none] = await ask()
  expect(brotliDecompressSync(first?.br ?? '').toString()).toContain('0ld')
  expect(second).toBe(first)
  expect(none).toEqual([null, null])
  expect(find.mock.calls).toEqual([[there], [nowhere]])
  now += 9_000
  expect((await ask())[0]).toBe(first)
  expect(find).toHaveBeenCalledTimes(2)
  now += 2_000
  await ask()
  expect(find.mock.calls.slice(2)).toEqual([[nowhere]])
})

test('a file of another build that is requested while the database is unavailable can be retried, and nothing is cached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let isAway = true
  const find = cacheFound((path) =>
    isAway
      ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
      : elsewhere(path),
  )
  const ask = await serve(loadAssets(folder, find))
  const { answer } = await ask('/assets/entry-0ld.js')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  isAway = false
  expect((await ask('/assets/entry-0ld.js')).answer.status).toBe(404)
})
