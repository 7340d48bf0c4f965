import type { Calendar } from '../checkout/delivery-days.ts'
import type { AreaSettings, ShopCourier } from './delivery-groups.ts'
import type {
  ContactSettings,
  LimitSettings,
  PolicySettings,
  StaffSettings,
  TextSettings,
} from './groups.ts'

/** What the shop is called, says and promises: shown to everybody. */
export type ShopSettings = Omit<
  ContactSettings,
  'facebook' | 'instagram' | 'tiktok' | 'otherPages'
> &
  TextSettings &
  PolicySettings & {
    /** Its pages at other sites. */
    social: readonly { name: string; url: string }[]
  }

/** What staff have set, or the file where nothing was saved; `revision` tells one state from another. */
export type Snapshot = {
  revision: string
  shop: ShopSettings
  /** Of the server and the tills: pages for shoppers are not told how far a cashier may go. */
  limits?: LimitSettings
  /** Of the server alone, for the back office. */
  staff?: StaffSettings
  /** Of the server alone: a page is given what it shows of it. */
  delivery?: DeliverySettings
}
export type DeliverySettings = {
  couriers: readonly ShopCourier[]
  areas: AreaSettings
  calendar: Calendar
}

/**
 * Where every copy of this module finds the snapshot: the server runs one of its own sources and one of the built
 * pages, and both must read the same.
 */
const HOME = Symbol.for('zovala.settings')
const home = globalThis as { [HOME]?: () => Snapshot }

/** Says where the snapshot is: on the server the one that the request works with, in a browser that of its page. */
export const readSnapshotWith = (read: () => Snapshot) => {
  home[HOME] = read
}

/** The settings that this request or page works with; throws where nobody has said where they are. */
export function snapshot(): Snapshot {
  const read = home[HOME]
  if (!read) throw new Error('nobody has said where the settings are')
  return read()
}

/** The shop as staff have set it. Read where it is used, never kept: it changes while the process runs. */
export const settings = (): ShopSettings => snapshot().shop

/**
 * Couriers, those that are switched off among them, where the shop delivers, and the days on which nothing moves. On
 * the server alone.
 */
export function deliverySettings(): DeliverySettings {
  const { delivery } = snapshot()
  if (!delivery) throw new Error('couriers, districts and closed days are read on the server')
  return delivery
}

/** What staff work with. On the server alone. */
export function staffSettings(): StaffSettings {
  const { staff } = snapshot()
  if (!staff) throw new Error('what staff work with is read on the server')
  return staff
}

// What a till that has never been told may do.
const NOTHING_ALONE: LimitSettings = {
  cashierDiscountPercent: 0,
  refundAlone: 0,
  secondPersonFrom: 0,
  creditSecondPersonFrom: 0,
  safetyStockPerCashier: 0,
  safetyStockMost: 0,
  safetyStockHours: 1,
}

/** What staff may do alone: on the server as it is now, at a till as it was told last. */
export const limitSettings = (): LimitSettings => snapshot().limits ?? NOTHING_ALONE

/** For a browser and a till: what their document or their start brought. */
export const adoptSnapshot = (brought: Snapshot) => readSnapshotWith(() => brought)

/** What a browser is given of it, as text that may stand in a document. */
export const writeSnapshot = ({ revision, shop }: Snapshot) =>
  JSON.stringify({ revision, shop }).replaceAll('<', '\\u003c')
