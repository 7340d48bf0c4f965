import { data, Form, redirect, redirectDocument, useNavigation } from 'react-router'
import { isPaymentReference } from '../../platform/payments/payments.server.ts'
import {
  buildSandboxWebhook,
  decideSandboxPayment,
  findSandboxPayment,
  type SandboxDecision,
  type SandboxStep,
} from '../../platform/payments/sandbox-payments.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { formatKwacha } from '../../rules/money.ts'
import { Button } from '../../ui/kit/button.tsx'
import { Toaster } from '../../ui/kit/toaster.tsx'
import { shopContext } from '../../web/context.ts'
import { readForm, readText } from '../../web/forms/read-form.ts'
import type { Route } from './+types/sandbox'

// Our own imitation of the provider's page: outside of the shop's layout, and 404 when a real provider takes the money.

export const meta = () => [{ title: 'Test payment' }, { name: 'robots', content: 'noindex' }]

const notFound = () => data(null, { status: 404 })

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const payment =
    shop.payments.name === 'sandbox' && isPaymentReference(params.reference)
      ? await findSandboxPayment(shop.db, params.reference)
      : null
  if (!payment) throw notFound()
  const { amount, title, description, status, attempts } = payment
  return { amount, title, description, status, attempts }
}

const isDecision = (text: unknown): text is SandboxDecision =>
  text === 'pay' || text === 'fail' || text === 'cancel'

export async function action({ request, params, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const decision = readText(await readForm(request), 'decision')
  if (shop.payments.name !== 'sandbox' || !isPaymentReference(params.reference)) throw notFound()
  if (!isDecision(decision)) throw data(null, { status: 400 })
  const step = await decideSandboxPayment(shop.db, params.reference, decision)
  if (!step) throw notFound()
  await sendWebhook(shop, step)
  return step.next
    ? redirectDocument(step.next)
    : redirect(`/sandbox/pay/${step.payment.reference}`)
}

// Real webhooks get lost as well, so the customer does not wait for this one.
const WEBHOOK_MS = 3000

async function sendWebhook({ config, log }: Shop, { payment, webhook }: SandboxStep) {
  if (!webhook) return
  const { body, signature } = buildSandboxWebhook(payment, webhook, config.sessionSecret)
  try {
    await fetch(`${config.baseUrl}/webhooks/paychangu`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', Signature: signature },
      signal: AbortSignal.timeout(WEBHOOK_MS),
    })
  } catch (error) {
    log.warn({ error, reference: payment.reference }, 'sandbox webhook lost')
  }
}

const TEXTS = {
  pending: null,
  failed: 'That attempt failed. As on a real payment page, you may try again.',
  cancelled: 'This payment was cancelled. It can still be paid, as a late payment would be.',
  paid: 'This payment is paid.',
} as const

export default function SandboxPage({ loaderData }: Route.ComponentProps) {
  const { amount, title, description, status, attempts } = loaderData
  const pressed = useNavigation().formData?.get('decision')
  const press = (decision: SandboxDecision) => ({
    name: 'decision',
    value: decision,
    'aria-busy': pressed === decision,
  })
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-4 py-10">
      <div className="fixed inset-x-0 top-0 z-30">
        <Toaster toast={null} />
      </div>
      <p className="rounded-card bg-sun px-4 py-3 font-semibold">
        This is a test payment. No money moves.
      </p>
      <div className="rounded-card border border-edge bg-sheet p-6">
        <h1 className="text-2xl">Test payment</h1>
        <dl className="mt-4 space-y-2">
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">To</dt>
            <dd className="wrap-anywhere">{title}</dd>
          </div>
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-quiet">For</dt>
            <dd className="wrap-anywhere">{description}</dd>
          </div>
          <div className="flex flex-wrap justify-between gap-x-4 text-xl font-bold">
            <dt>Amount</dt>
            <dd className="tabular-nums">{formatKwacha(amount)}</dd>
          </div>
        </dl>
        <p aria-live="polite" key={attempts} className="mt-4 font-semibold empty:hidden">
          {TEXTS[status]}
        </p>
        <Form method="post" className="mt-6 grid gap-3">
          {status === 'paid' ? (
            <Button tone="lake" size="lg" {...press('pay')}>
              Back to the shop
            </Button>
          ) : (
            <>
              <Button tone="lake" size="lg" {...press('pay')}>
                Pay
              </Button>
              <Button size="lg" {...press('fail')}>
                Fail
              </Button>
              <Button size="lg" {...press('cancel')}>
                Cancel
              </Button>
            </>
          )}
        </Form>
      </div>
      <p className="text-sm text-quiet">
        Pay takes the test money, Fail is an attempt that the network declines, Cancel goes back to
        the shop unpaid.
      </p>
    </main>
  )
}
