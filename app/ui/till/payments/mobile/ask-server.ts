import { generalRefusals } from '../../../../rules/messages/general.ts'
import { tillDeviceRefusals } from '../../../../rules/messages/till/devices.ts'
import type { TillSale } from '../../../../rules/till/till-payment.ts'
import { deviceId } from '../../store/db.ts'
import { send, type TillRequest } from '../../store/sync/http.ts'

export type SaleResult<T> = { ok: true; body: T } | SaleRefusal
/** `connection-lost`: nobody knows whether the request arrived. `signed-out`: the server did not let it in. */
type SaleRefusal = {
  ok: false
  why: 'connection-lost' | 'signed-out' | 'refused'
  message: string
  reason: string | null
}

/**
 * A refusal with a reason comes after the server has looked for what bears this id, so it has none. A device that it
 * does not let in learns nothing about that.
 */
export const isUnknownThere = ({ why, reason }: SaleRefusal) =>
  why === 'refused' && reason !== null && reason !== 'till-not-this-device'

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

/** Sends one request about a sale; never throws, whatever the connection does. */
export async function askServer<T>(path: string, request?: TillRequest): Promise<SaleResult<T>> {
  // The server shows a voucher's code only at the device that sold it.
  const device = await deviceId().catch(() => null)
  const headers = { ...request?.headers, ...(device && { 'X-Till-Device': device }) }
  const reply = await send<T>(path, { ...request, headers })
  // Only the answer to a request with an ETag has no data.
  if (reply.ok) return reply.data ? { ok: true, body: reply.data } : LOST
  if (reply.problem === 'signed-out') return SIGNED_OUT
  const isBroken = (reply.status ?? 0) >= 500 && !reply.message
  if (reply.problem === 'offline' || isBroken) return LOST
  const message = reply.message ?? generalRefusals.unexpected.description
  return { ok: false, why: 'refused', message, reason: reply.reason ?? null }
}

const place = (number: string) => `/admin/pos/sales/${encodeURIComponent(number)}`

/** The current state of a sale, by its number or by the basket's id. */
export const findSale = (number: string) => askServer<{ sale: TillSale }>(place(number))

export type SaleAct = 'ask' | 'again' | 'cancel'
/**
 * `ask`: asks the provider now. `again`: makes a new payment page, one more than the `pages` seen here. `cancel`:
 * cancels the sale after asking the provider once more.
 */
export const actOnSale = (number: string, act: SaleAct, pages?: number) =>
  askServer<{ sale: TillSale; message: string }>(
    `${place(number)}/${act}${pages === undefined ? '' : `?pages=${pages}`}`,
    { method: 'POST' },
  )
