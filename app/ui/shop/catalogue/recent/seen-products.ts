import { MOST_RECENTLY_VIEWED } from '../../../../rules/catalogue/related.ts'
import { isUuid } from '../../../../rules/uuid.ts'
import { storeOnDevice } from '../../../kit/browser/device-storage.ts'

const NONE: readonly string[] = []
/**
 * Key in the device's storage, by which a page knows that its scripts have products to
 * show (web/render/lazy-scripts.server.ts).
 */
export const SEEN = 'zovala:seen'
const seen = storeOnDevice(SEEN, NONE, (kept) =>
  Array.isArray(kept)
    ? kept.filter((id) => typeof id === 'string' && isUuid(id)).slice(0, MOST_RECENTLY_VIEWED)
    : NONE,
)

/** The ids of the products that were viewed on this device, the latest first. */
export const useSeen = seen.use

export const noteSeen = (id: string) =>
  seen.change((before) =>
    [id, ...before.filter((one) => one !== id)].slice(0, MOST_RECENTLY_VIEWED),
  )

export const clearSeen = () => seen.change(() => NONE)
