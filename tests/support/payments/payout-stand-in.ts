import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Endpoint = 'operators' | 'initialize' | 'details' | 'balance'
export type StandInPayout = {
  chargeId: string
  mobile: string
  operator: string
  amount: number
  status: 'pending' | 'successful' | 'failed'
}
type RawResponse = { status: number; body: unknown }
/**
 * The fault of one request. lost: it never arrives. unanswered: it is done, and its answer is lost. late: it is
 * answered with a 503, and done when `catchUp` is called. swapped: it is done, and its answer is swapped with that of
 * the next swapped request. swapped-refusal: the same for a refused request.
 */
export type PayoutFault =
  | 'lost'
  | 'unanswered'
  | 'late'
  | 'swapped'
  | 'swapped-refusal'
  | RawResponse
  | null

/**
 * A server on loopback that pays out according to the provider's published contract. It pays every request, also two
 * with the same number: the shop must never send these, and the tests count them.
 */
export async function startPayoutStandIn(options: { secretKey: string }) {
  /** Every payout that was made, in order. */
  const done: StandInPayout[] = []
  const requests: { method: string; path: string; body: string }[] = []
  const waiting: (() => void)[] = []
  let swapping: { response: ServerResponse; answer: RawResponse; chargeId: string } | null = null
  let notify: (chargeId: string) => void = () => {}
  let fault: (endpoint: Endpoint, chargeId: string) => PayoutFault = () => null
  let endOf: (payout: StandInPayout) => StandInPayout['status'] = () => 'successful'
  let operators: RawResponse = { status: 404, body: { status: 'failed', data: null } }

  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
      const { method = '', url: path = '', headers } = request
      requests.push({ method, path, body })
      if (headers.authorization !== `Bearer ${options.secretKey}`)
        return send(response, refusal(401, 'Unauthenticated.'))
      const asked = /^\/(?:direct-charge\/payouts|mobile-money\/payments)\/([^/]+)\/details$/.exec(
        path,
      )
      const fields = body === '' ? {} : (JSON.parse(body) as Record<string, string>)
      const chargeId = asked?.[1] ?? fields['charge_id'] ?? ''
      const endpoint: Endpoint = asked
        ? 'details'
        : path === '/mobile-money'
          ? 'operators'
          : path.startsWith('/wallet-balance')
            ? 'balance'
            : 'initialize'
      const happens = fault(endpoint, chargeId)
      if (happens === 'lost') return response.destroy()
      if (happens === 'late') {
        waiting.push(() => void answerOf(endpoint, chargeId, fields))
        return send(response, { status: 503, body: 'Service Unavailable' })
      }
      if (happens !== null && typeof happens === 'object') return send(response, happens)
      const answer =
        happens === 'swapped-refusal'
          ? refusal(400, 'Insufficient balance.')
          : answerOf(endpoint, chargeId, fields)
      if (happens === 'unanswered') return response.destroy()
      if (happens === null) return send(response, answer)
      if (!swapping) {
        swapping = { response, answer, chargeId }
        return undefined
      }
      const other = swapping
      swapping = null
      notify(other.chargeId)
      send(other.response, answer)
      return send(response, other.answer)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  function answerOf(
    endpoint: Endpoint,
    chargeId: string,
    fields: Record<string, string>,
  ): RawResponse {
    const answer = handle(endpoint, chargeId, fields)
    if (endpoint === 'initialize' || endpoint === 'details') notify(chargeId)
    return answer
  }

  function handle(
    endpoint: Endpoint,
    chargeId: string,
    fields: Record<string, string>,
  ): RawResponse {
    if (endpoint === 'operators') return operators
    if (endpoint === 'balance')
      return {
        status: 200,
        body: {
          status: 'success',
          data: { currency: 'MWK', main_balance: '1000', collection_balance: 9 },
        },
      }
    if (endpoint === 'details') {
      const found = done.find((one) => one.chargeId === chargeId)
      if (!found) return refusal(404, 'Payout not found.')
      found.status = found.status === 'pending' ? endOf(found) : found.status
      return {
        status: 200,
        body: { status: 'success', message: 'Payout details', data: describe(found) },
      }
    }
    const { mobile, mobile_money_operator_ref_id: operator, amount } = fields
    if (typeof amount !== 'string' || !/^0[0-9]{9}$/.test(mobile ?? '') || !operator)
      return refusal(400, { amount: ['The amount field must be a string.'] })
    const payout: StandInPayout = {
      chargeId,
      mobile: mobile ?? '',
      operator,
      amount: Number(amount),
      status: 'pending',
    }
    done.push(payout)
    return {
      status: 200,
      body: {
        status: 'success',
        message: 'Payout initiated successfully.',
        data: { transaction: describe(payout) },
      },
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    requests,
    /** Set from now on: the fault of each request, the end of payouts, the list of operators. */
    misbehave: (next: typeof fault) => void (fault = next),
    endsWith: (next: typeof endOf) => void (endOf = next),
    lists: (next: RawResponse) => void (operators = next),
    /** Sets what follows a payout request that was handled, and one whose answer went to another request. */
    notifiesBy: (next: typeof notify) => void (notify = next),
    /** Does the late requests now. */
    catchUp: () => waiting.splice(0).forEach((work) => work()),
    /** Ends the wait for a swapped answer that never came, without an answer. */
    endSwaps() {
      swapping?.response.destroy()
      swapping = null
    },
    async close() {
      const closed = new Promise((end) => server.close(end))
      server.closeAllConnections()
      await closed
    },
  }
}

const describe = (payout: StandInPayout) => ({
  charge_id: payout.chargeId,
  ref_id: `952${payout.chargeId.slice(-6)}`,
  trans_id: null,
  currency: 'MK',
  amount: payout.amount,
  mobile: '+265990xxxx00',
  status: payout.status,
  transaction_charges: { currency: 'MWK', amount: '17.5' },
  mode: 'live',
})

const refusal = (status: number, message: unknown): RawResponse => ({
  status,
  body: { status: 'failed', message, data: null },
})

function send(response: ServerResponse, { status, body }: RawResponse) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
