import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Endpoint = 'open' | 'verify'
type Status = 'pending' | 'success' | 'failed' | 'cancelled' | 'expired'
export type StandInSession = {
  tx_ref: string
  amount: number
  currency: string
  callbackUrl: string
  returnUrl: string
  status: Status
  attempts: number
  paidAmount: number
  paidCurrency: string
  fields: Record<string, unknown>
}
export type StandInRequest = {
  endpoint: Endpoint | 'other'
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
/** An answer of any shape; a string `body` is sent unchanged, any other as JSON. */
export type RawResponse = { status: number; body: unknown; headers?: Record<string, string> }
type Trap = (response: ServerResponse, session: StandInSession | undefined, asked: string) => void

const HTML = '<!doctype html><title>Attention Required!</title><p>Sorry, you have been blocked'
const answerWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Trap =>
  (response) =>
    send(response, { status, body, headers })
/** A paid answer with a flaw, because of which it must not count. */
const paidBut =
  (outer: object, inner: object): Trap =>
  (response, session, asked) =>
    send(response, {
      status: 200,
      body: {
        status: 'success',
        ...outer,
        data: {
          tx_ref: asked,
          status: 'success',
          currency: session?.currency ?? 'MWK',
          amount: session?.amount ?? 1000,
          ...inner,
        },
      },
    })

/** The traps that can replace the honest answer of an endpoint. */
const TRAPS = {
  hang: () => {},
  'hang-mid-body': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{ "status": "succ')
  },
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
    response.write('{ "status": "success", "data": { ', () => response.destroy())
  },
  'cut-before-answer': (response) => response.destroy(),
  '500': answerWith(500, { status: 'error', message: 'Server Error' }),
  '503-html': answerWith(503, HTML, { 'content-type': 'text/html' }),
  html: answerWith(200, HTML, { 'content-type': 'text/html' }),
  '403-html': answerWith(403, HTML, { 'content-type': 'text/html' }),
  '429': answerWith(429, { message: 'Too Many Attempts.' }),
  '404': answerWith(404, { status: 'failed', message: 'Not found', data: null }),
  '400-string': answerWith(400, { status: 'failed', message: 'Invalid request', data: null }),
  '400-object': answerWith(400, {
    status: 'failed',
    message: { currency: ['The currency field is required.'], amount: ['Too small.', 'No.'] },
    data: null,
  }),
  'null-data': answerWith(200, { status: 'success', message: 'ok', data: null }),
  empty: answerWith(200, ''),
  'not-an-object': answerWith(200, ['success']),
  huge: answerWith(200, { status: 'success', message: 'x'.repeat(1_500_000) }),
  redirect: answerWith(302, '', { location: '/elsewhere' }),
  'wrong-tx-ref': paidBut({}, { tx_ref: 'somebody-elses' }),
  'no-tx-ref': paidBut({}, { tx_ref: undefined }),
  'outer-failed-inner-success': paidBut({ status: 'failed' }, {}),
  'outer-success-inner-pending': paidBut({}, { status: 'pending' }),
  'unknown-word': paidBut({}, { status: 'reversed' }),
  'paid-as-successful': paidBut({ status: 'successful' }, { status: 'Successful' }),
  'paid-in-MK': paidBut({}, { currency: 'MK' }),
  'paid-with-commas': paidBut({}, { amount: '10,000.00' }),
  'paid-a-fraction': paidBut({}, { amount: '999.50' }),
  'paid-nonsense': paidBut({}, { amount: 'plenty' }),
  'paid-nothing-said': paidBut({}, { amount: '' }),
} satisfies Record<string, Trap>
export type StandInMode = keyof typeof TRAPS

/**
 * A server on loopback that behaves like the provider's published contract, traps included. It sends requests only to
 * `webhookUrl`, which must be on loopback, too.
 */
export async function startPayChanguStandIn(
  options: {
    port?: number
    secretKey?: string
    webhookSecret?: string
    webhookUrl?: string
    numbersAsStrings?: boolean
    /** The HTTP status of the answer about a session that nobody has paid: 400 according to reports. */
    unpaidHttpStatus?: number
    /** The mode that it reports: that of a test key by default. */
    mode?: string
  } = {},
) {
  const { secretKey = 'sec-test-stand-in', webhookSecret = 'stand-in-webhook-secret' } = options
  let webhookUrl = options.webhookUrl
  let { mode = 'sandbox' } = options
  const sessions = new Map<string, StandInSession>()
  const requests: StandInRequest[] = []
  const traps: Record<Endpoint, Trap[]> = { open: [], verify: [] }
  const holds: Record<Endpoint, { arrive(): void; released: Promise<void> }[]> = {
    open: [],
    verify: [],
  }
  const inNumbers = (value: number) => (options.numbersAsStrings ? String(value) : value)

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    const { method = '', url: path = '', headers } = request
    const asked = /^\/verify-payment\/([^/?]+)$/.exec(path)?.[1]
    const isOpen = method === 'POST' && path === '/payment'
    const endpoint = isOpen ? 'open' : method === 'GET' && asked ? 'verify' : 'other'
    requests.push({ endpoint, method, path, headers, body })
    if (endpoint === 'other') return send(response, refusal(404, 'Not found'))
    const hold = holds[endpoint].shift()
    hold?.arrive()
    await hold?.released
    const reference = asked ?? ''
    const trap = traps[endpoint].shift()
    if (trap) return trap(response, sessions.get(reference), reference)
    if (headers.authorization !== `Bearer ${secretKey}`)
      return send(response, refusal(401, 'Unauthenticated.'))
    send(response, isOpen ? openSession(body) : describeSession(reference))
  }

  function openSession(body: string): RawResponse {
    const fields = JSON.parse(body) as Record<string, unknown>
    const { tx_ref, amount, currency, callback_url, return_url } = fields
    const missing = ['amount', 'currency', 'callback_url', 'return_url'].filter(
      (key) => !fields[key],
    )
    if (missing.length > 0)
      return refusal(
        400,
        Object.fromEntries(missing.map((key) => [key, [`The ${key} field is required.`]])),
      )
    if (typeof amount !== 'string' || !/^\d+$/.test(amount))
      return refusal(400, { amount: ['The amount must be a string of digits.'] })
    if (typeof tx_ref !== 'string' || sessions.has(tx_ref))
      return refusal(400, { tx_ref: ['The tx ref has already been taken.'] })
    const blank = Object.keys(fields).filter((key) => fields[key] === '')
    if (blank.length > 0) return refusal(400, `Blank: ${blank.join(', ')}`)
    sessions.set(tx_ref, {
      tx_ref,
      amount: Number(amount),
      currency: String(currency),
      callbackUrl: String(callback_url),
      returnUrl: String(return_url),
      status: 'pending',
      attempts: 0,
      paidAmount: 0,
      paidCurrency: String(currency),
      fields,
    })
    const data = { tx_ref, currency, amount: inNumbers(Number(amount)), mode }
    return {
      status: 200,
      body: {
        status: 'success',
        message: 'Hosted payment session generated successfully.',
        data: {
          event: 'checkout.session:created',
          checkout_url: `${url}/checkout/${tx_ref}`,
          data: { ...data, status: 'pending' },
        },
      },
    }
  }

  function describeSession(reference: string): RawResponse {
    const session = sessions.get(reference)
    if (!session) return refusal(404, 'Transaction not found.')
    const isPaid = session.status === 'success'
    const amount = isPaid ? session.paidAmount : session.amount
    const data = {
      event_type: 'checkout.payment',
      tx_ref: reference,
      mode,
      status: session.status,
      number_of_attempts: session.attempts,
      reference: numberOf(reference),
      currency: isPaid ? session.paidCurrency : session.currency,
      amount: inNumbers(amount),
      charges: inNumbers(Math.round(amount * 0.03)),
      authorization: isPaid ? { channel: 'Mobile Money', mobile_number: '+265990000000' } : null,
      logs: [],
    }
    if (isPaid)
      return { status: 200, body: { status: 'success', message: 'Payment details', data } }
    return {
      status: options.unpaidHttpStatus ?? 400,
      body: { status: 'failed', message: 'Payment transaction not created.', data },
    }
  }

  function find(reference: string): StandInSession {
    const session = sessions.get(reference)
    if (!session) throw new Error(`The stand-in knows no session ${reference}`)
    return session
  }
  function end(reference: string, status: Status, shown: string): string {
    const session = find(reference)
    session.status = status
    return leadBack(session.returnUrl, reference, shown)
  }

  return {
    url,
    sessions,
    requests,
    /** The customer pays (perhaps late, another amount or another currency). Returns the browser's next address. */
    pay(
      reference: string,
      paid: { amount?: number; currency?: string; shown?: 'success' | 'successful' | null } = {},
    ): string {
      const session = find(reference)
      session.status = 'success'
      session.attempts += 1
      session.paidAmount = paid.amount ?? session.amount
      session.paidCurrency = paid.currency ?? session.currency
      return leadBack(
        session.callbackUrl,
        reference,
        paid.shown === null ? '' : (paid.shown ?? 'success'),
      )
    },
    /** An attempt fails; the browser stays on the provider's page, and the customer may try again. */
    failAttempt(reference: string): void {
      const session = find(reference)
      session.status = 'failed'
      session.attempts += 1
    },
    /** The customer gives up. Returns the browser's next address. */
    cancel: (reference: string) => end(reference, 'cancelled', 'cancelled'),
    giveUp: (reference: string) => end(reference, 'failed', 'failed'),
    expire(reference: string): void {
      find(reference).status = 'expired'
    },
    /** Makes the next answer of an endpoint a trap or the given answer; several of them queue. */
    next(mode: StandInMode | RawResponse, endpoint: Endpoint): void {
      traps[endpoint].push(
        typeof mode === 'string' ? TRAPS[mode] : (response) => send(response, mode),
      )
    },
    /** Holds the next request of an endpoint, once it has arrived, until it is released. */
    hold(endpoint: Endpoint): { arrived: Promise<void>; release(): void } {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      holds[endpoint].push({ arrive, released })
      return { arrived, release }
    },
    /** From now on it reports this mode. */
    answers(other: string): void {
      mode = other
    },
    sendWebhooksTo(address: string): void {
      webhookUrl = address
    },
    /** Sends a webhook one or more times, whatever the session's state is; returns the HTTP statuses. */
    async webhook(
      reference: string,
      event: 'success' | 'failed' | 'charge' | 'payout' | 'not-json',
      how: {
        times?: number
        signWith?: 'webhook-secret' | 'secret-key' | 'forged' | 'none'
        /** Sends all at once instead of one after the other. */
        pipeline?: boolean
      } = {},
    ): Promise<number[]> {
      if (!webhookUrl || !/^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(webhookUrl).hostname))
        throw new Error('The stand-in sends webhooks to loopback only')
      const address = webhookUrl
      const { times = 1, signWith = 'webhook-secret', pipeline = false } = how
      const body = writeEvent(reference, event, sessions.get(reference))
      const key = { 'webhook-secret': webhookSecret, 'secret-key': secretKey, forged: 'guess' }
      const headers = new Headers({ 'content-type': 'application/json' })
      if (signWith !== 'none')
        headers.set('signature', createHmac('sha256', key[signWith]).update(body).digest('hex'))
      const sendOnce = async () => {
        const signal = AbortSignal.timeout(20_000)
        const response = await fetch(address, { method: 'POST', headers, body, signal })
        await response.body?.cancel()
        return response.status
      }
      if (pipeline) return Promise.all(Array.from({ length: times }, sendOnce))
      const statuses: number[] = []
      for (let sent = 0; sent < times; sent++) statuses.push(await sendOnce())
      return statuses
    },
    async close(): Promise<void> {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The real provider drops the query strings of our addresses, too. */
function leadBack(address: string, reference: string, status?: string): string {
  const back = new URL(address)
  back.search = ''
  back.searchParams.set('tx_ref', reference)
  if (status) back.searchParams.set('status', status)
  return back.href
}

function writeEvent(reference: string, event: string, session?: StandInSession): string {
  if (event === 'not-json') return 'event_type=checkout.payment'
  const amount = session?.paidAmount || session?.amount || 1000
  const shared = { currency: session?.paidCurrency ?? 'MWK', amount, mode: 'sandbox' }
  if (event === 'charge')
    return JSON.stringify({ event_type: 'api.charge.payment', ...shared, charge_id: 'abc' })
  if (event === 'payout') return JSON.stringify({ event_type: 'api.payout', ...shared })
  return JSON.stringify({
    event_type: 'checkout.payment',
    ...shared,
    charge: Math.round(amount * 0.03),
    total_amount_paid: Math.round(amount * 1.03),
    type: 'API Payment (Checkout)',
    status: event,
    reference: numberOf(reference),
    tx_ref: reference,
    meta: '{"note":"a JSON string"}',
    customer: { email: null },
    authorization: { channel: 'Mobile Money' },
  })
}

function send(response: ServerResponse, { status, body, headers = {} }: RawResponse): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

const refusal = (status: number, message: unknown): RawResponse => ({
  status,
  body: { status: 'failed', message, data: null },
})

const numberOf = (reference: string) =>
  `262${Array.from(reference).reduce((sum, mail) => (sum * 31 + mail.charCodeAt(0)) % 1e8, 7)}`
