import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPayChanguStandIn } from '../../../tests/support/payments/paychangu-stand-in.ts'
import { createPayChangu } from './paychangu.server.ts'
import type { ReadWebhook } from './payments.server.ts'

const secretKey = 'sec-test-key-of-ours'
const webhookSecret = 'webhook-secret-of-ours'
const provider = createPayChangu({ secretKey, webhookSecret, apiUrl: 'http://127.0.0.1:9' })
const bytes = (text: string) => new TextEncoder().encode(text)
const sign = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

describe('a webhook', () => {
  const event = JSON.stringify({
    event_type: 'checkout.payment',
    tx_ref: 'zv_1',
    status: 'success',
  })

  test.each([
    ['the webhook secret', webhookSecret],
    ['the API key', secretKey],
  ])('is accepted when %s signed it', (_, secret) => {
    const read = { ok: true, reference: 'zv_1', eventType: 'checkout.payment' }
    expect(provider.readWebhook(bytes(event), sign(event, secret))).toEqual(read)
    expect(provider.readWebhook(bytes(event), sign(event, secret).toUpperCase())).toEqual(read)
  })

  test.each([
    ['no signature', null],
    ['an empty one', ''],
    ['a word', 'signature'],
    ['half of one', sign(event, webhookSecret).slice(0, 32)],
    ['one too long', `${sign(event, webhookSecret)}00`],
    ['a guess', sign(event, 'guess')],
    ['one under an empty secret', sign(event, '')],
    ['that of other bytes', sign(`${event} `, webhookSecret)],
  ])('with %s is refused', (_, signature) => {
    const withoutWebhookSecret = createPayChangu({
      secretKey,
      webhookSecret: '',
      apiUrl: 'http://127.0.0.1:9',
    })
    for (const each of [provider, withoutWebhookSecret])
      expect(each.readWebhook(bytes(event), signature)).toEqual({
        ok: false,
        reason: 'bad-signature',
      })
  })

  test('is verified by its bytes: the same JSON in another form is refused', () => {
    const pretty = JSON.stringify(JSON.parse(event), null, 2)
    expect(provider.readWebhook(bytes(pretty), sign(event, webhookSecret))).toMatchObject({
      reason: 'bad-signature',
    })
    const notUtf8 = Uint8Array.of(0x7b, 0xff, 0x7d)
    const signature = createHmac('sha256', webhookSecret).update(notUtf8).digest('hex')
    expect(provider.readWebhook(notUtf8, signature)).toEqual({ ok: false, reason: 'not-json' })
  })

  test('that is not JSON is reported as such only when its signature is right', () => {
    for (const body of ['', 'null', '[]', '"x"', 'a=b']) {
      expect(provider.readWebhook(bytes(body), sign(body, webhookSecret))).toEqual({
        ok: false,
        reason: 'not-json',
      })
      expect(provider.readWebhook(bytes(body), 'x')).toMatchObject({ reason: 'bad-signature' })
    }
  })

  test.each([
    [{ event_type: 'api.charge.payment', charge_id: 'x' }, 'api.charge.payment'],
    [{ event_type: 'checkout.payment', tx_ref: '../../etc' }, 'checkout.payment'],
    [{ event_type: 'checkout.payment', tx_ref: null }, 'checkout.payment'],
    [{}, ''],
  ])('%j names no payment of the shop', (fields, eventType) => {
    const body = JSON.stringify(fields)
    expect(provider.readWebhook(bytes(body), sign(body, webhookSecret))).toEqual({
      ok: true,
      reference: null,
      eventType,
    })
  })
})

describe('webhooks that the provider sends', () => {
  const received: ReadWebhook[] = []
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { signature } = request.headers
    const read = provider.readWebhook(Buffer.concat(chunks), String(signature ?? '') || null)
    received.push(read)
    response.writeHead(read.ok ? 200 : 401).end()
  }
  const listener = createServer((request, response) => {
    void handle(request, response)
  })
  let standIn: Awaited<ReturnType<typeof startPayChanguStandIn>>
  const ours = { ok: true, reference: 'zv_1', eventType: 'checkout.payment' }
  beforeAll(async () => {
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    const webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/webhooks/paychangu`
    standIn = await startPayChanguStandIn({ secretKey, webhookSecret, webhookUrl })
  })
  afterAll(async () => {
    await standIn.close()
    await new Promise((done) => listener.close(done))
  })

  test('arrive failed first and paid afterwards, and several times', async () => {
    received.length = 0
    expect(await standIn.webhook('zv_1', 'failed')).toEqual([200])
    expect(await standIn.webhook('zv_1', 'success', { times: 2 })).toEqual([200, 200])
    expect(await standIn.webhook('zv_1', 'success', { times: 3, pipeline: true })).toHaveLength(3)
    expect(received).toEqual(Array.from({ length: 6 }, () => ours))
  })

  test('are accepted with a signature by the API key as well, and refused when forged or unsigned', async () => {
    received.length = 0
    expect(await standIn.webhook('zv_1', 'success', { signWith: 'secret-key' })).toEqual([200])
    expect(await standIn.webhook('zv_1', 'success', { signWith: 'forged' })).toEqual([401])
    expect(await standIn.webhook('zv_1', 'success', { signWith: 'none' })).toEqual([401])
    expect(received.map((read) => read.ok)).toEqual([true, false, false])
  })

  test('of other kinds name no payment of the shop', async () => {
    received.length = 0
    await standIn.webhook('zv_1', 'charge')
    await standIn.webhook('zv_1', 'payout')
    await standIn.webhook('zv_1', 'not-json')
    expect(received).toEqual([
      { ok: true, reference: null, eventType: 'api.charge.payment' },
      { ok: true, reference: null, eventType: 'api.payout' },
      { ok: false, reason: 'not-json' },
    ])
  })

  test('never leave this machine', async () => {
    standIn.sendWebhooksTo('http://example.com/webhooks/paychangu')
    await expect(standIn.webhook('zv_1', 'success')).rejects.toThrow('loopback only')
  })
})
