import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { makeDataDir, openProduct } from '../support/product.ts'
import { anyText } from '../support/properties/holds.ts'

// Other people's tools look for what all our own tests may have missed. They are Debian packages; a missing one is
// installed when possible, otherwise it is named and skipped.

const folder = mkdtempSync(join(tmpdir(), 'zovala-scan-'))

function isThere(tool: string) {
  const has = () => spawnSync('which', [tool]).status === 0
  if (!has() && process.getuid?.() === 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', tool], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const found = has()
  if (!found) console.log(`skipped: ${tool} is not installed (Debian: apt-get install ${tool})`)
  return found
}

/** Runs a tool to its end, or stops it after so many seconds; returns its whole output. */
function run(tool: string, args: string[], seconds: number) {
  return new Promise<string>((resolve) => {
    const child = spawn(tool, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: folder },
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (out += part.toString()))
    const timer = setTimeout(() => child.kill('SIGINT'), seconds * 1000)
    child.on('close', () => {
      clearTimeout(timer)
      resolve(out)
    })
  })
}

const NOT_INJECTABLE = 'do not appear to be injectable'
/** `level` 3 tries some hundred statements for each parameter; pages of 100 KB get fewer. */
const sqlmap = (address: string, level: 1 | 3, ...args: string[]) =>
  run(
    'sqlmap',
    [
      '-u',
      address,
      '--batch',
      '--flush-session',
      '--disable-coloring',
      '--dbms=PostgreSQL',
      // All techniques except time-based ones, which report false findings on a busy machine.
      '--technique=BEUS',
      `--level=${level}`,
      `--risk=${Math.min(level, 2)}`,
      '--threads=4',
      '--ignore-code=*',
      `--output-dir=${join(folder, 'sqlmap')}`,
      ...args,
    ],
    60,
  )

/** A server with the faults that the scanners must find: text from an address in a statement, and in a page. */
async function openLeakyServer(dataDir: string) {
  const client = new Client({
    host: join(dataDir, 'postgres'),
    user: 'zovala',
    database: 'zovala',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  })
  await client.connect()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://leaky')
    response.setHeader('Content-Type', 'text/html')
    if (pathname === '/page') {
      response.end(`<a href="/page?q=1">q</a><p>${searchParams.get('q')}</p>`)
      return
    }
    client
      .query(`select name from products where slug = '${searchParams.get('slug')}'`)
      .then(({ rows }) =>
        response.end(rows.length > 0 ? `<p>found ${rows.length}</p>` : '<p>nothing</p>'),
      )
      .catch((error: Error) => response.writeHead(500).end(`ERROR: ${error.message}`))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await client.end()
    },
  }
}

async function signIn(origin: string, email: string) {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ email, password: 'zovala-demo' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { token, cookie }
}

/** A shop without rate limits, which would otherwise stop the scanners early. */
const openShop = async () => {
  const dataDir = makeDataDir()
  return { dataDir, product: await openProduct({ dataDir, env: { RATE_LIMIT_SCALE: '100000' } }) }
}

async function isSound({ product }: Awaited<ReturnType<typeof openShop>>) {
  expect(product.child.exitCode).toBeNull()
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
  const found = await fetch(`${product.origin}/api/products?search=dress`)
  expect(((await found.json()) as { products: unknown[] }).products.length).toBeGreaterThan(0)
}

test('an SQL injection scanner finds nothing in searches, lists, cart and checkout, but finds planted faults', async () => {
  if (!isThere('sqlmap')) return
  const shop = await openShop()
  const { origin } = shop.product
  const leaky = await openLeakyServer(shop.dataDir)
  expect(await sqlmap(`${leaky.origin}/?slug=dress`, 1)).toContain('injection point')
  await leaky.close()

  const staff = await signIn(origin, 'admin@zovala.test')
  const buyer = await signIn(origin, 'customer@zovala.test')
  const { products } = (await (await fetch(`${origin}/api/products?limit=1`)).json()) as {
    products: { id: string; price: number }[]
  }
  const id = products[0]?.id ?? ''
  const inJson = (body: object) => [
    '--data',
    JSON.stringify(body),
    '--headers',
    `Content-Type: application/json\nAuthorization: Bearer ${buyer.token}`,
  ]
  const order = {
    cartItems: [{ product_id: id, variant_id: id, quantity: 1, price: products[0]?.price }],
    totalAmount: 1000,
    email: 'a@example.com',
    firstName: 'A',
    lastName: 'B',
    phone: '0991234567',
    courierId: 'bike-riders',
    discount: { code: 'TEN' },
  }
  const targets: [string, string[]][] = [
    [
      '/api/products?search=dress&category=dresses&min=1&max=90000&sort=newest&on_sale=1&in_stock=1&limit=5&cursor=abc',
      [],
    ],
    [
      '/products?search=dress&name=a&category=dresses&group=shoes&min=1&max=90000&sort=newest&after=abc',
      [],
    ],
    ['/search?q=dress', []],
    ['/api/products/dress*', []],
    ['/admin/orders?search=a&sort=-total&status=pending&after=abc', ['--cookie', staff.cookie]],
    [
      '/admin/activity?search=a&about=order&action=edited&person=a&from=2026-01-01&to=2026-12-31&after=abc',
      ['--cookie', staff.cookie],
    ],
    ['/api/cart', inJson({ product_id: id, variant_id: id, quantity: 1 })],
    ['/functions/process-payment', inJson(order)],
    [
      '/track-order',
      ['--data', 'order_number=ZV-1&email=a@example.com', '--headers', `Origin: ${origin}`],
    ],
  ]
  for (const [path, args] of targets) {
    const isPage = /^\/(products|admin|track)/.test(path)
    const out = await sqlmap(`${origin}${path}`, isPage ? 1 : 3, ...args)
    expect(out, path).not.toContain('injection point')
    expect(out, path).toContain(NOT_INJECTABLE)
  }
  await isSound(shop)
})

test('a web scanner finds no script, file, command or foreign redirect, but finds planted faults', async () => {
  if (!isThere('wapiti')) return
  const shop = await openShop()
  const { origin } = shop.product
  const scan = async (start: string, more: string[], seconds: number) => {
    const report = join(folder, `wapiti-${seconds}.json`)
    const out = await run(
      'wapiti',
      [
        '-u',
        start,
        '--scope',
        'domain',
        '-m',
        'xss,permanentxss,sql,exec,file,crlf,redirect',
        // It cannot read the compression that modern browsers request.
        '-H',
        'Accept-Encoding: identity',
        '-d',
        '1',
        '--max-links-per-page',
        '40',

        '--max-scan-time',
        '15',
        '--max-attack-time',
        String(seconds),
        '--flush-session',
        '--no-bugreport',

        '--store-session',
        folder,
        '-v',
        '1',
        '-f',
        'json',
        '-o',
        report,
        ...more,
      ],
      // Its own limits end it after about 75 seconds, later when the machine is busy.
      400,
    )
    if (!existsSync(report)) throw new Error(out.slice(-3000))
    const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
      vulnerabilities: Record<string, { method: string; path: string; info: string }[]>
    }
    return Object.entries(vulnerabilities).flatMap(([kind, found]) =>
      found.map((one) => `${kind}: ${one.method} ${one.path} ${one.info}`),
    )
  }
  const leaky = await openLeakyServer(shop.dataDir)
  expect((await scan(`${leaky.origin}/page?q=1`, [], 20)).join('\n')).toMatch(
    /Cross Site Scripting/,
  )
  await leaky.close()
  const starts = [
    '/products?search=a&min=1&max=9',
    '/auth?redirect=/orders',
    '/cart',
    '/track-order',
    '/newsletter',
    '/search?q=a',
    '/checkout/success?order=1',
    '/size-guide',
  ]
  const found = await scan(
    `${origin}/`,
    starts.flatMap((path) => ['-s', `${origin}${path}`]),
    8,
  )
  expect(found).toEqual([])
  await isSound(shop)
}, 600_000)

test('an HTTP fuzzer finds no address or parameter to which the shop answers with a 5xx', async () => {
  if (!isThere('ffuf')) return
  const shop = await openShop()
  const { origin } = shop.product
  const { cookie } = await signIn(origin, 'admin@zovala.test')
  const words = fc
    .sample(anyText(30), { seed: 14, numRuns: 1500 })
    .map((text) => encodeURIComponent(text.toWellFormed()))
  const broken = [
    '%',
    '%%',
    '%0',
    '%00',
    '%ff',
    '%c0%af',
    '%u0041',
    '..%2f..%2f',
    '..;/',
    '%2e%2e/',
    '//',
    '\\',
    '?',
    '&&',
    '=',
  ]
  writeFileSync(
    join(folder, 'words.txt'),
    [...new Set([...words, ...broken])].filter(Boolean).join('\n'),
  )
  for (const path of [
    '/FUZZ',
    '/product/FUZZ',
    '/api/products?search=FUZZ&cursor=FUZZ',
    '/search?q=FUZZ',
    '/admin/orders?search=FUZZ&after=FUZZ',
    '/files/FUZZ',
    '/assets/FUZZ',
  ]) {
    const report = join(folder, 'ffuf.json')
    const args = [
      '-u',
      `${origin}${path}`,
      '-w',
      join(folder, 'words.txt'),
      '-t',
      '8',
      '-mc',
      '500,501,502,503,504',
      '-s',
      '-of',
      'json',
      '-o',
      report,
    ]
    await run('ffuf', [...args, '-H', `Cookie: ${cookie}`], 60)
    expect(existsSync(report), path).toBe(true)
    const { results } = JSON.parse(readFileSync(report, 'utf8')) as {
      results: { url: string; status: number }[] | null
    }
    expect((results ?? []).map(({ url, status }) => `${status} ${url}`)).toEqual([])
  }
  await isSound(shop)
})
