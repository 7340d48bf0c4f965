import type { Shop } from '../platform/shop.server.ts'

/**
 * Waits for a request to the provider, but no longer than a person waits at a screen. A later answer is still stored,
 * and the next check finds it.
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
