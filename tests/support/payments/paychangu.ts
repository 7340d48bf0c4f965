import { afterEach, beforeEach } from 'vitest'
import { createPayChangu } from '../../../app/platform/payments/paychangu.server.ts'
import type { PaymentToOpen } from '../../../app/platform/payments/payments.server.ts'
import { type StandInMode, startPayChanguStandIn } from './paychangu-stand-in.ts'

export const secretKey = 'sec-test-key-of-ours'
export const webhookSecret = 'webhook-secret-of-ours'
export const payment: PaymentToOpen = {
  reference: 'zv_ABC-123',
  amount: 300_000,
  title: 'Order FSC-2026-000123',
  description: 'Three lines',
  firstName: 'Chikondi',
  returnUrl: 'http://localhost:3000/payments/return/zv_ABC-123',
}

type Provider = ReturnType<typeof createPayChangu>
export type PayChanguTest = {
  standIn: Awaited<ReturnType<typeof startPayChanguStandIn>>
  provider: Provider
  /** A provider that gives up early on an answer that never comes. */
  impatient(mode: StandInMode): Provider
}

/** Starts, before each test, our PayChangu adapter and a stand-in that keeps the provider's contract and its traps. */
export function usePayChangu(): PayChanguTest {
  const at = {} as PayChanguTest
  beforeEach(async () => {
    const standIn = await startPayChanguStandIn({ secretKey, webhookSecret })
    const apiUrl = `${standIn.url}/`
    const provider = createPayChangu({ secretKey, webhookSecret, apiUrl, takesTestMoney: true })
    const hurried = () =>
      createPayChangu({
        secretKey,
        apiUrl: at.standIn.url,
        timeoutMs: 200,
        takesTestMoney: true,
      })
    const impatient = (mode: StandInMode) => (mode.startsWith('hang') ? hurried() : at.provider)
    Object.assign(at, { standIn, provider, impatient })
  })
  afterEach(() => at.standIn.close())
  return at
}
