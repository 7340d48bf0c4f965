import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BadSetting, readConfig } from './config.server.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'zovala-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const SESSION_SECRET = 'a secret of enough letters'
const DATABASE_URL = 'postgresql://shop@db.example/shop?sslmode=verify-full'
const S3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}

test('a shop without any setting is the sample shop, reachable only on this machine', () => {
  expect(readConfig({ DATA_DIR })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    databaseUrl: null,
    sampleShop: true,
    payChangu: null,
    smtpUrl: null,
    s3: null,
    paymentWindowMinutes: 30,
    paymentPollSeconds: 60,
    trustProxy: 0,
    rateLimitScale: 1,
    logLevel: 'info',
    metricsToken: null,
  })
})

test('a shop with a DATABASE_URL is a real shop, reachable from the network', () => {
  const config = readConfig({ DATA_DIR, DATABASE_URL, SESSION_SECRET })
  expect(config).toMatchObject({ sampleShop: false, host: '0.0.0.0', databaseUrl: DATABASE_URL })
})

test('a real shop can run without a DATABASE_URL, and a sample shop with one', () => {
  expect(readConfig({ DATA_DIR, SAMPLE_SHOP: 'off' })).toMatchObject({
    sampleShop: false,
    host: '0.0.0.0',
  })
  const sample = readConfig({ DATA_DIR, DATABASE_URL, SESSION_SECRET, SAMPLE_SHOP: 'on' })
  expect(sample).toMatchObject({ sampleShop: true, host: '127.0.0.1' })
})

test('the session secret is generated once, stored, and readable only by this account', () => {
  const first = readConfig({ DATA_DIR }).sessionSecret
  expect(first.length).toBeGreaterThanOrEqual(64)
  expect(readConfig({ DATA_DIR }).sessionSecret).toBe(first)
  const file = join(DATA_DIR, 'session-secret')
  expect(readFileSync(file, 'utf8')).toBe(first)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a truncated secret file is refused', () => {
  const folder = mkdtempSync(join(DATA_DIR, 'cut-'))
  writeFileSync(join(folder, 'session-secret'), '')
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(/session-secret is damaged/)
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ DATA_DIR, PORT: '', DATABASE_URL: ' ', S3_BUCKET: '' })).toMatchObject({
    port: 3000,
    s3: null,
  })
})

test('BASE_URL follows the port, and loses its trailing slash', () => {
  expect(readConfig({ DATA_DIR, PORT: '8080' }).baseUrl).toBe('http://localhost:8080')
  expect(readConfig({ DATA_DIR, BASE_URL: 'https://Shop.example/' }).baseUrl).toBe(
    'https://shop.example',
  )
})

test('minutes and seconds may be fractions', () => {
  const config = readConfig({
    DATA_DIR,
    PAYMENT_WINDOW_MINUTES: '0.05',
    PAYMENT_POLL_SECONDS: '.5',
  })
  expect(config).toMatchObject({ paymentWindowMinutes: 0.05, paymentPollSeconds: 0.5 })
})

test('TRUST_PROXY is off or a number of proxies', () => {
  expect(readConfig({ DATA_DIR, TRUST_PROXY: 'off' }).trustProxy).toBe(0)
  expect(readConfig({ DATA_DIR, TRUST_PROXY: '2' }).trustProxy).toBe(2)
})

test('a shop behind a proxy listens only on loopback, unless it is set otherwise', () => {
  const real = { DATA_DIR, SAMPLE_SHOP: 'off' }
  expect(readConfig(real).host).toBe('0.0.0.0')
  expect(readConfig({ ...real, TRUST_PROXY: '1' }).host).toBe('127.0.0.1')
  expect(readConfig({ ...real, TRUST_PROXY: '1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

test('a bucket needs its address, name and keys; the public URL follows from them', () => {
  expect(readConfig({ DATA_DIR, ...S3 }).s3).toMatchObject({
    region: 'us-east-1',
    publicUrl: 'https://s3.example/pictures',
  })
  for (const name of Object.keys(S3)) {
    expect(() => readConfig({ DATA_DIR, ...S3, [name]: '' })).toThrow(
      `${name} is missing beside the other S3 settings.`,
    )
  }
})

test('the payment provider works with only its key; a webhook secret without a key is refused', () => {
  const { payChangu } = readConfig({ DATA_DIR, PAYCHANGU_SECRET_KEY: 'sec-live-1' })
  expect(payChangu).toEqual({
    secretKey: 'sec-live-1',
    webhookSecret: null,
    apiUrl: 'https://api.paychangu.com',
  })
  expect(() => readConfig({ DATA_DIR, PAYCHANGU_WEBHOOK_SECRET: 'x' })).toThrow(
    /^PAYCHANGU_SECRET_KEY is missing/,
  )
})

describe('the payment provider', () => {
  const KEY = { PAYCHANGU_SECRET_KEY: 'sec-test-1' }
  test.each([
    ['the sample shop', {}, 'sandbox'],
    ['the sample shop with a key', KEY, 'paychangu'],
    ['a real shop with a key', { SAMPLE_SHOP: 'off', ...KEY }, 'paychangu'],
    ['a real shop without one', { SAMPLE_SHOP: 'off' }, 'off'],
    [
      'a real shop that asks for the sandbox',
      { SAMPLE_SHOP: 'off', PAYMENTS: 'sandbox' },
      'sandbox',
    ],
    ['a shop that takes a break', { ...KEY, PAYMENTS: 'off' }, 'off'],
  ])('is the expected one in %s', (_who, env, payments) => {
    expect(readConfig({ DATA_DIR, ...env }).payments).toBe(payments)
  })

  test('is refused without its key', () => {
    expect(() => readConfig({ DATA_DIR, PAYMENTS: 'paychangu' })).toThrow(
      'PAYCHANGU_SECRET_KEY is missing beside PAYMENTS=paychangu.',
    )
  })
})

describe('an unknown name that is similar to a setting', () => {
  test.each([
    ['PAYCHANGU_SECRET', 'PAYCHANGU_SECRET_KEY'],
    ['PAYCHANGE_SECRET_KEY', 'PAYCHANGU_SECRET_KEY'],
    ['PAYCHANGU_WEBHOOK_SECERT', 'PAYCHANGU_WEBHOOK_SECRET'],
    ['paychangu_secret_key', 'PAYCHANGU_SECRET_KEY'],
    ['PAYMENT', 'PAYMENTS'],
    ['PAYMENT_WINDOW_MINUTE', 'PAYMENT_WINDOW_MINUTES'],
    ['S3_BUKET', 'S3_BUCKET'],
    ['WEB_WORKER', 'WEB_WORKERS'],
    ['SESSION_SECERT', 'SESSION_SECRET'],
    ['METRICS_TOKENS', 'METRICS_TOKEN'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SAMPLE_SHOPS', 'SAMPLE_SHOP'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
  ])('%s stops the start, and the message suggests %s', (name, near) => {
    expect(() => readConfig({ DATA_DIR, [name]: 'x' })).toThrow(BadSetting)
    expect(() => readConfig({ DATA_DIR, [name]: 'x' })).toThrow(
      `${name} is not a setting of Zovala (did you mean ${near}?): correct the name, or remove it.`,
    )
  })

  test.each(['SMTP_HOST', 'PAYMENT_PROVIDER', 'MAIL_PASSWORD', 'RATE_X', 'WEB_SERVERS_OF_MINE'])(
    '%s, which is similar to no setting, stops the start as well',
    (name) => {
      expect(() => readConfig({ DATA_DIR, [name]: '587' })).toThrow(
        `${name} is not a setting of Zovala: correct the name, or remove it.`,
      )
    },
  )

  test('a variable of hosts, desktops or other programs is ignored', () => {
    const others = {
      WEB_CONCURRENCY: '2',
      WEB_MEMORY: '512',
      SESSION_MANAGER: 'local/host:@/tmp/.ICE-unix/1',
      WEB_SERVICE_HOST: '10.0.0.1',
      WEB_PORT: 'tcp://10.0.0.1:80',
      WEB_PORT_80_TCP_ADDR: '10.0.0.1',
      DATABASE_POOL_SIZE: '5',
      LOG_FORMAT: 'json',
      XDG_DATA_DIRS: '/usr/share',
      AWS_REGION: 'af-south-1',
      HOME: '/home/x',
      port: '1',
      NODE_ENV: 'production',
      PAYCHANGU_LATER: ' ',
    }
    expect(readConfig({ DATA_DIR, ...others })).toMatchObject({ port: 3000 })
  })
})

describe('an invalid value is refused with one message that names it', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000; rm'],
    ['HOST', 'a b'],
    ['BASE_URL', 'shop.example'],
    ['BASE_URL', 'https://shop.example/sub'],
    ['BASE_URL', 'ftp://shop.example'],
    ['SAMPLE_SHOP', 'yes'],
    ['SMTP_URL', 'mail.example:25'],
    ['MAIL_FROM', 'shop'],
    ['S3_ENDPOINT', 's3.example'],
    ['PAYCHANGU_API_URL', 'nowhere'],
    ['PAYCHANGU_API_URL', 'http://api.paychangu.com'],
    ['WEB_WORKERS', '0'],
    ['WEB_WORKERS', '1.5'],
    ['WEB_CONNECTIONS', '1'],
    ['PAYMENT_WINDOW_MINUTES', '0'],
    ['PAYMENT_POLL_SECONDS', '-1'],
    ['TRUST_PROXY', 'on'],
    ['RATE_LIMIT_SCALE', 'NaN'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ DATA_DIR, [name]: value })).toThrow(BadSetting)
    expect(() => readConfig({ DATA_DIR, [name]: value })).toThrow(
      new RegExp(`^${name} must be [^\n]+\\.$`),
    )
  })

  test('a secret is not repeated in the message', () => {
    const bad = {
      DATABASE_URL: 'mysql://shop:hunter2@db',
      SESSION_SECRET: 'hunter2',
      SMTP_URL: 'hunter2',
    }
    for (const [name, value] of Object.entries(bad)) {
      expect(() => readConfig({ DATA_DIR, [name]: value })).toThrow(
        expect.not.stringContaining('hunter2'),
      )
    }
  })

  test('SESSION_SECRET is required with DATABASE_URL', () => {
    expect(() => readConfig({ DATA_DIR, DATABASE_URL })).toThrow(
      /^SESSION_SECRET is required with DATABASE_URL/,
    )
  })
})

test.each([
  'postgresql://shop@db.example/shop',
  'postgresql://shop@10.0.0.7/shop?sslmode=prefer',
  'postgresql://shop@db.example/shop?sslmode=disable',
  'postgresql://shop@localhost/shop?host=db.example',
  'postgresql://shop@localhost,db.example/shop?ssl=0',
  'postgresql://shop@db.example/shop?ssl=true&sslmode=disable',
  'postgresql://shop@db.example/shop?sslmode=verify-full&sslmode=disable',
  'postgresql://shop@localhost/shop?host=localhost&host=db.example',
  'postgresql://shop@db.example/shop?host=',
  'postgresql://shop@127.0.0.1.example/shop',
])(
  '%s connects to another machine without TLS: it stops the start, unless a setting allows it',
  (url) => {
    const env = { DATA_DIR, SESSION_SECRET, DATABASE_URL: url }
    expect(() => readConfig(env)).toThrow('DATABASE_URL leads to another machine without TLS')
    expect(readConfig({ ...env, DATABASE_TLS: 'off' }).databaseUrl).toBe(url)
  },
)

test('a DATABASE_URL without a host connects to PGHOST', () => {
  const env = { DATA_DIR, SESSION_SECRET, DATABASE_URL: 'postgresql:///shop' }
  expect(() => readConfig({ ...env, PGHOST: 'db.example' })).toThrow('without TLS')
  expect(readConfig({ ...env, PGHOST: '/var/run/postgresql' }).databaseUrl).toBe(env.DATABASE_URL)
  expect(readConfig(env).databaseUrl).toBe(env.DATABASE_URL)
})

test.each([
  'postgresql://shop@db.example/shop?sslmode=require',
  'postgresql://shop@db.example/shop?ssl=true',
  'postgresql://shop@localhost/shop',
  'postgresql://shop@127.0.0.1:5433/shop',
  'postgresql://shop@[::1]/shop',
  'postgresql:///shop?host=/var/run/postgresql',
])('%s is encrypted, or stays on this machine', (url) => {
  expect(readConfig({ DATA_DIR, SESSION_SECRET, DATABASE_URL: url }).databaseUrl).toBe(url)
})
