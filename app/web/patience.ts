import type { Shop } from '../platform/shop.server.ts'

/**
 * Waits for a question to the provider, but no longer than somebody at a screen does: what it brings
 * later is kept all the same, and the next look finds it.
 */
export async function waitPatiently(
  shop: Shop,
  asking: Promise<unknown>,
  patienceMs: number,
): Promise<void> {
  const received = asking.catch((error: unknown) =>
    shop.log.error({ error }, 'payment not asked about'),
  )
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([received, patience])
  clearTimeout(timer)
}
