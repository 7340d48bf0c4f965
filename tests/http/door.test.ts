import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReturnPath } from '../../app/web/guards.ts'
import { createHandler } from '../../app/web/handle.server.ts'
import { loadBuild, useApp } from '../support/app.ts'

const app = useApp()
let build: Awaited<ReturnType<typeof loadBuild>>
beforeAll(async () => {
  build = await loadBuild()
})
const send = (path: string, init: RequestInit) => app.visit().fetch(path, init)

describe('writes come from our own pages', () => {
  const write = (headers: Record<string, string>) =>
    send('/newsletter', {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com' }),
      headers,
    })

  test('another site is refused, and so are its look-alikes', async () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost:3999.evil.example',
      'http://localhost:3998',
      'null',
    ])
      expect((await write({ origin })).status, origin).toBe(403)
  })
  test('both names of the loopback address count as our own', async () => {
    expect((await write({ origin: 'http://127.0.0.1:3999' })).status).toBeLessThan(400)
  })
  test('a write without an origin is refused with cookies, and allowed without', async () => {
    const { shop } = app
    const bare = (headers: Record<string, string>) =>
      createHandler(build, shop)(
        new Request('http://localhost:3999/newsletter', {
          method: 'POST',
          body: new URLSearchParams({ email: 'a@example.com' }),
          headers,
        }),
        { ip: '10.9.9.9', id: 'bare' },
      )
    expect((await bare({ cookie: 'zovala.session_token=x' })).status).toBe(403)
    expect((await bare({ cookie: 'a=b', 'sec-fetch-site': 'same-origin' })).status).toBeLessThan(
      400,
    )
    expect((await bare({})).status).toBeLessThan(400)
  })
  test('a browser that hides the origin but says cross-site is refused', async () => {
    const request = new Headers({ 'sec-fetch-site': 'cross-site', origin: '' })
    expect((await write(Object.fromEntries(request))).status).toBe(403)
  })
})

test('a return address never leads to another site', () => {
  for (const path of ['/', '/product/x?size=M&color=Sky%20Blue', '/checkout#pay'])
    expect(readReturnPath(path)).toBe(path)
  for (const path of [
    '//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    null,
  ])
    expect(readReturnPath(path), String(path)).toBeNull()
})

describe('every answer', () => {
  test.each(['/', '/404', '/api/nothing', '/healthz', '/cart'])(
    '%s carries the safe headers',
    async (path) => {
      const { headers } = await send(path, {})
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('x-request-id')).toBeTruthy()
      expect(headers.get('cache-control')).toBeTruthy()
    },
  )

  test('only staff pages may use the camera and WebAssembly', async () => {
    const admin = await app.signIn('admin')
    for (const path of ['/', '/cart', '/account']) {
      const { headers } = await admin.fetch(path)
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-security-policy')).not.toContain('wasm')
    }
    for (const path of ['/admin/products', '/admin/pos']) {
      const { headers } = await admin.fetch(path)
      expect(headers.get('permissions-policy')).toContain('camera=(self)')
      const policy = headers.get('content-security-policy')
      expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-/)
      expect(policy?.replace('wasm-unsafe-eval', '')).not.toMatch(/script-src[^;]*unsafe/)
    }
  })

  test('a page names the hash of each of its inline scripts and allows no other', async () => {
    const response = await send('/', {})
    const html = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    for (const [, attributes = '', script = ''] of html.matchAll(
      /<script([^>]*)>([\s\S]*?)<\/script>/g,
    )) {
      // Data scripts are read, never run.
      if (/src=|application\/(ld\+)?json/.test(attributes)) continue
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
    expect(html).not.toMatch(/\son(click|load|error)=/)
    expect(html).not.toContain('nonce=')
  })
})

describe('an unexpected request', () => {
  test('whose answer is not a page cannot be framed', async () => {
    for (const path of ['/healthz', '/api/products', '/robots.txt', '/api/auth/get-session'])
      expect(
        (await app.visit().fetch(path)).headers.get('content-security-policy'),
        path,
      ).toContain("frame-ancestors 'none'")
  })

  test('for any unknown path gets a 404 page', async () => {
    for (const path of [
      '/404',
      '/nothing',
      '/wp-login.php',
      '/product',
      '/a/b/c/d',
      '/%00',
      '/%E0%A4%A',
      '/..%2f..%2fetc%2fpasswd',
    ]) {
      const response = await send(path, {})
      const html = await response.text()
      expect([404, 400], path).toContain(response.status)
      expect(html, path).not.toMatch(/\bat .*\.(js|ts):\d+/)
      if (response.status === 404) expect(html, path).toContain('Oops! Page not found')
    }
  })
  test('for an unknown product or category leads to /404', async () => {
    for (const path of ['/product/nothing', '/category/nothing', "/product/'%20or%201=1--"]) {
      const response = await send(path, {})
      expect(response.headers.get('location'), path).toBe('/404')
    }
  })
  test("with a broken or forged cookie is a visitor's", async () => {
    for (const cookie of [
      'zovala.session_token=nonsense',
      'zovala.session_token=a.b; zovala.flash=%%%',
      'zovala.flash=eyJ0aXRsZSI6IkV2aWwifQ==.x',
      '=;;;=',
      `zovala.session_token=${'x'.repeat(3000)}`,
    ]) {
      const response = await send('/', { headers: { cookie } })
      expect(response.status, cookie).toBe(200)
      expect(await response.text()).not.toContain('Evil')
    }
  })
  test('with an unknown method is refused', async () => {
    for (const method of ['PROPFIND', 'BREW'])
      expect((await send('/', { method })).status).toBe(405)
  })
  test('with a malformed or too long form gets a message', async () => {
    for (const path of ['/auth', '/newsletter', '/track-order', '/product/nothing', '/wishlist']) {
      const response = await send(path, {
        method: 'POST',
        body: '{"json": "here"}',
        headers: { 'Content-Type': 'application/json' },
      })
      expect(response.status, path).toBeLessThan(500)
      const long = await send(path, {
        method: 'POST',
        body: new URLSearchParams({
          email: `${'x'.repeat(100_000)}@example.com`,
          intent: 'x',
          password: 'y',
        }),
      })
      expect(long.status, path).toBeLessThan(500)
    }
  })
})
