import type { Calendar } from '../checkout/delivery-days.ts'
import type { AreaSettings, ShopCourier } from './delivery-groups.ts'
import type {
  ContactSettings,
  LimitSettings,
  PolicySettings,
  StaffSettings,
  TextSettings,
} from './groups.ts'

/** The shop's names, texts and promises, which everybody sees. */
export type ShopSettings = Omit<
  ContactSettings,
  'facebook' | 'instagram' | 'tiktok' | 'otherPages'
> &
  TextSettings &
  PolicySettings & {
    /** The shop's pages at other sites. */
    social: readonly { name: string; url: string }[]
  }

/** The settings of staff, or of the files where nothing was saved; `revision` changes with every change. */
export type Snapshot = {
  revision: string
  shop: ShopSettings
  /** For the server and tills only: shoppers' pages must not show what a cashier may do alone. */
  limits?: LimitSettings
  /** For the server only, used in the back office. */
  staff?: StaffSettings
  /** For the server only: a page gets just the parts that it shows. */
  delivery?: DeliverySettings
}
export type DeliverySettings = {
  couriers: readonly ShopCourier[]
  areas: AreaSettings
  calendar: Calendar
}

/**
 * The global place where every copy of this module finds the snapshot: the server runs one copy from its sources and
 * one from the built pages, and both must read the same snapshot.
 */
const HOME = Symbol.for('zovala.settings')
const home = globalThis as { [HOME]?: () => Snapshot }

/** Sets where the snapshot is read: on the server the request's own, in a browser the page's. */
export const readSnapshotWith = (read: () => Snapshot) => {
  home[HOME] = read
}

/** The settings of this request or page; throws when nobody has set where they are read. */
export function snapshot(): Snapshot {
  const read = home[HOME]
  if (!read) throw new Error('nobody has said where the settings are')
  return read()
}

/**
 * The shop's current settings. Read them where they are used and store them nowhere, because they change while the
 * process runs.
 */
export const settings = (): ShopSettings => snapshot().shop

/** Couriers (also those switched off), delivery areas and closed days. Server only. */
export function deliverySettings(): DeliverySettings {
  const { delivery } = snapshot()
  if (!delivery) throw new Error('couriers, districts and closed days are read on the server')
  return delivery
}

/** The settings for the work of staff. Server only. */
export function staffSettings(): StaffSettings {
  const { staff } = snapshot()
  if (!staff) throw new Error('what staff work with is read on the server')
  return staff
}

// The limits of a till that has not received any yet.
const NOTHING_ALONE: LimitSettings = {
  cashierDiscountPercent: 0,
  refundAlone: 0,
  secondPersonFrom: 0,
  creditSecondPersonFrom: 0,
  safetyStockPerCashier: 0,
  safetyStockMost: 0,
  safetyStockHours: 1,
}

/** What staff may do alone: on the server the current limits, at a till those that it received last. */
export const limitSettings = (): LimitSettings => snapshot().limits ?? NOTHING_ALONE

/** For a browser or a till: uses the snapshot that the document or the till's start brought. */
export const adoptSnapshot = (brought: Snapshot) => readSnapshotWith(() => brought)

/** The part of a snapshot that browsers get, as text that is safe inside a document. */
export const writeSnapshot = ({ revision, shop }: Snapshot) =>
  JSON.stringify({ revision, shop }).replaceAll('<', '\\u003c')
