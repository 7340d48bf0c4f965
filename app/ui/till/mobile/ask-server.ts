import { generalRefusals } from '../../../rules/messages/general.ts'
import { tillDeviceRefusals } from '../../../rules/messages/till-devices.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'

export type SaleResult<T> =
  | { ok: true; body: T }
  /** `line-lost`: nobody knows whether it arrived. `signed-out`: it did not get in. */
  | {
      ok: false
      why: 'line-lost' | 'signed-out' | 'refused'
      message: string
      reason: string | null
    }

const PATIENCE_MS = 20_000

/** One question to the till's part of the server; never throws, whatever the line does. */
export async function askServer<T>(
  path: string,
  init: { method?: 'GET' | 'POST'; body?: unknown; headers?: Record<string, string> } = {},
): Promise<SaleResult<T>> {
  const lost = (): SaleResult<T> => ({
    ok: false,
    why: 'line-lost',
    reason: null,
    message: tillDeviceRefusals['till-offline'].description,
  })
  try {
    const response = await fetch(path, {
      method: init.method ?? 'GET',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...init.headers },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      // The way to the sign-in page is no answer.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.type === 'opaqueredirect' || response.status === 401 || response.status === 403)
      return {
        ok: false,
        why: 'signed-out',
        reason: 'till-signed-out',
        message: tillDeviceRefusals['till-signed-out'].description,
      }
    const body = (await response.json()) as T & { error?: string; reason?: string }
    if (response.ok) return { ok: true, body }
    if (response.status >= 500 && !body.error) return lost()
    const message = body.error ?? generalRefusals.unexpected.description
    return { ok: false, why: 'refused', message, reason: body.reason ?? null }
  } catch {
    return lost()
  }
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
