import type { Shop } from '../platform/shop.server.ts'
import type { PlainReason, Reason, Refusal } from '../rules/messages/refusals.ts'
import { badToast, type Toast } from './toasts.ts'

/**
 * Runs an act of the back office. An act that throws is logged, and refused with its screen's own reason
 * (docs/product.md, Screens).
 */
export async function tryAct<T, R extends PlainReason>(
  { log }: Pick<Shop, 'log'>,
  reason: R,
  act: () => Promise<T>,
): Promise<T | Refusal<R>> {
  try {
    return await act()
  } catch (error) {
    log.error({ error }, reason)
    return { ok: false, reason } as Refusal<R>
  }
}

/** Answers an act with its refusal or its `done` toast; without a toast when the list itself shows the result. */
export async function answerAct(
  { shop, respond }: { shop: Pick<Shop, 'log'>; respond: (toast: Toast) => Promise<Response> },
  failed: PlainReason,
  act: () => Promise<{ ok: true } | Refusal<Reason>>,
  done?: Toast,
): Promise<Response | null> {
  const result = await tryAct(shop, failed, act)
  if (!result.ok) return respond(badToast(result))
  return done ? respond(done) : null
}
