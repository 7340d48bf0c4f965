import { generalRefusals } from '../../../../rules/messages/general.ts'
import { tillDeviceRefusals } from '../../../../rules/messages/till/devices.ts'
import type { TillSale } from '../../../../rules/till/till-payment.ts'
import { deviceId } from '../../store/db.ts'
import { send, type TillRequest } from '../../store/sync/http.ts'

export type SaleResult<T> =
  | { ok: true; body: T }
  /** `connection-lost`: nobody knows whether it arrived. `signed-out`: it did not get in. */
  | {
      ok: false
      why: 'connection-lost' | 'signed-out' | 'refused'
      message: string
      reason: string | null
    }

const LOST = {
  ok: false,
  why: 'connection-lost',
  reason: null,
  message: tillDeviceRefusals['till-offline'].description,
} as const
const SIGNED_OUT = {
  ok: false,
  why: 'signed-out',
  reason: 'till-signed-out',
  message: tillDeviceRefusals['till-signed-out'].description,
} as const

/** One request about a sale; never throws, whatever the connection does. */
export async function askServer<T>(path: string, request?: TillRequest): Promise<SaleResult<T>> {
  // Who has sold a voucher is told its code at this device.
  const device = await deviceId().catch(() => null)
  const headers = { ...request?.headers, ...(device && { 'X-Till-Device': device }) }
  const reply = await send<T>(path, { ...request, headers })
  // Only a request with an ETag is answered without data.
  if (reply.ok) return reply.data ? { ok: true, body: reply.data } : LOST
  if (reply.problem === 'signed-out') return SIGNED_OUT
  const isBroken = (reply.status ?? 0) >= 500 && !reply.message
  if (reply.problem === 'offline' || isBroken) return LOST
  const message = reply.message ?? generalRefusals.unexpected.description
  return { ok: false, why: 'refused', message, reason: reply.reason ?? null }
}

const place = (number: string) => `/admin/pos/sales/${encodeURIComponent(number)}`

/** A sale as it stands now, by its number or by the basket's id. */
export const findSale = (number: string) => askServer<{ sale: TillSale }>(place(number))

export type SaleAct = 'ask' | 'again' | 'cancel'
/**
 * Asks the provider now; makes a new page to pay on, one more than the `pages` seen here; or calls the sale off
 * after asking once more.
 */
export const actOnSale = (number: string, act: SaleAct, pages?: number) =>
  askServer<{ sale: TillSale; message: string }>(
    `${place(number)}/${act}${pages === undefined ? '' : `?pages=${pages}`}`,
    { method: 'POST' },
  )
