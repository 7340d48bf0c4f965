import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BUILD_HEADER } from '../../app/rules/route-tables.ts'
import { useApp } from '../support/app.ts'

const app = useApp()
const weigh = (paths: string[]) =>
  paths.reduce(
    (sum, path) => sum + brotliCompressSync(readFileSync(join('build/client', path))).length,
    0,
  )

const scriptsOf = (html: string) => {
  const lazy = /data-files="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"')
  return JSON.parse(lazy ?? '[]') as string[]
}

/** A script with all the scripts that it imports. */
function withImports(path: string, all = new Set<string>()) {
  if (all.has(path)) return all
  all.add(path)
  const code = readFileSync(join('build/client', path), 'utf8')
  for (const [, name] of code.matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(`assets/${name}`, all)
  return all
}

test('the home page fetches no scripts by itself, and at most 121 KB with the first action', async () => {
  const html = await (await app.visit().fetch('/')).text()
  expect(html).toContain('id="lazy" data-start="first act"')
  expect(html).not.toMatch(/<script[^>]* src=|rel="modulepreload"/)
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)
  expect(inline.length).toBeGreaterThan(2)
  const first = scriptsOf(html)
  // The page itself fetches the script for a broken connection, once it is ready.
  const code = first.map((path) => readFileSync(join('build/client', path), 'utf8')).join('')
  const [recover] = /connection-recovery-[\w-]+\.js/.exec(code) ?? []
  expect(recover).toBeDefined()
  const needed = withImports(`assets/${recover}`)
  const scripts = [...new Set([...first, ...needed].map((path) => path.replace(/^\//, '')))]
  // Its own script is one of several: it shares the router and the toaster with the page.
  expect(needed.size).toBeGreaterThan(1)
  expect(scripts.length).toBeGreaterThan(2)
  // Without the scripts that the next screens share (vite.config.ts): those screens load them.
  expect(
    scripts.filter((path) => path.includes('/shop-') && !path.includes('/shop-routes-')),
  ).toEqual([])
  expect(weigh(scripts)).toBeLessThanOrEqual(121_000)
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  expect(styles.length).toBeGreaterThan(0)
  expect(weigh(styles)).toBeLessThanOrEqual(15_000)
})

const tableOf = (html: string) => {
  const [, path = ''] = /import "\/(assets\/[\w-]+\.js)"/.exec(html) ?? []
  const text = readFileSync(join('build/client', path), 'utf8')
  return JSON.parse(text.replace(/^window\.\w+=|;$/g, '')) as {
    version: string
    routes: Record<string, { path?: string }>
  }
}

test('an answer to a page’s scripts names the build of its route table', async () => {
  for (const [client, path] of [
    [app.visit(), '/products'],
    [await app.signIn('admin'), '/admin/orders'],
  ] as const) {
    const { version } = tableOf((await client.open(path)).html)
    expect(version).toMatch(/^[\da-f]{8}$/)
    expect((await client.fetch(`${path}.data`)).headers.get(BUILD_HEADER)).toBe(version)
    expect((await client.fetch(path)).headers.has(BUILD_HEADER)).toBe(false)
  }
  const refused = await app.visit().fetch('/newsletter.data', { method: 'POST' })
  expect(refused.headers.has(BUILD_HEADER)).toBe(true)
})

test('a shopper’s browser gets a route table without staff routes, and staff get all of it', async () => {
  const ids = ({ routes }: ReturnType<typeof tableOf>) => Object.keys(routes)
  const shoppers = tableOf(await (await app.visit().fetch('/')).text())
  const whole = tableOf((await (await app.signIn('admin')).open('/admin')).html)
  expect(ids(shoppers)).toEqual(
    ids(whole).filter((id) => !/^(routes\/(admin|till)\/|till(-\w+)?$)/.test(id)),
  )
  expect(ids(shoppers).length).toBeGreaterThan(50)
  expect(ids(whole).length).toBeGreaterThan(ids(shoppers).length * 2)
})

test('a person who signs in on the way to the back office arrives there by a whole page', async () => {
  const admin = await app.signIn('admin')
  const way = (then: string) => admin.fetch(`/auth?then=${encodeURIComponent(then)}`)
  expect((await way('/admin/orders')).headers.has('X-Remix-Reload-Document')).toBe(true)
  expect((await way('/orders')).headers.has('X-Remix-Reload-Document')).toBe(false)
})
