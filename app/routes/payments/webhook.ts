import { settlePayment } from '../../modules/checkout/settle-payment.ts'
import { settlePayout } from '../../modules/refunds/payouts/settle-payout.ts'
import {
  type RequestProblem,
  requestErrors,
  requestStatuses,
} from '../../rules/messages/general.ts'
import { shopContext } from '../../web/context.ts'
import { methodNotAllowed } from '../../web/responses.ts'
import type { Route } from './+types/webhook'

const answer = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Cache-Control': 'no-store' } })
const refuse = (problem: RequestProblem) => answer(requestErrors[problem], requestStatuses[problem])

export const loader = () => methodNotAllowed('POST')

/**
 * The provider reports that something happened. The signature is checked on the raw bytes before the body is parsed;
 * then the shop asks the provider itself. Answers exactly 200 to every webhook that is truly the provider's: any other
 * status is retried for ever (docs/payments.md, Webhooks).
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const shop = context.get(shopContext)
  const body = new Uint8Array(await request.arrayBuffer())
  const read = shop.payments.readWebhook(body, request.headers.get('Signature'))
  if (!read.ok) {
    shop.log.warn({ reason: read.reason }, 'webhook refused')
    return refuse(read.reason === 'bad-signature' ? 'webhook-unsigned' : 'webhook-no-json')
  }
  if (read.reference) {
    const settled = await settlePayment(shop, read.reference)
    const state = settled.ok ? settled.state : settled.reason
    shop.log.info({ reference: read.reference, event: read.eventType, state }, 'webhook')
  }
  if (read.chargeId) {
    const state = (await settlePayout(shop, read.chargeId))?.status ?? 'payout-unknown'
    shop.log.info({ chargeId: read.chargeId, event: read.eventType, state }, 'webhook')
  }
  return answer('ok')
}
