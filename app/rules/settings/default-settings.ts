import {
  COURIERS,
  type Courier,
  DELIVERY_DAYS,
  type District,
  SHOP,
  SHOP_DISTRICT,
  ZONE_NAMES,
  ZONES,
} from '../../shop.ts'
import { CREDIT, REFUNDS, RETURNS, VOUCHERS } from '../../shop-refunds.ts'
import { SAFETY_STOCK, TILL_LIMITS } from '../../shop-tills.ts'
import type { CalendarSettings, ShopCourier } from './delivery-groups.ts'
import { ofEachDistrict } from './districts.ts'
import type { GroupValues } from './groups.ts'
import { SITES } from './snapshot-of.ts'

const fieldSites: readonly string[] = Object.values(SITES)
const profileOf = (site: string) => SHOP.social.find(({ name }) => name === site)?.url ?? ''

/** Copies a value of a file, because the file's lists are read only. */
const copy = <T>(value: unknown) => structuredClone(value) as T

const switchedOn = (courier: Courier) => ({
  ...copy<Omit<ShopCourier, 'isActive'>>(courier),
  isActive: true,
})

const zoneOf = (district: District) =>
  ZONE_NAMES.find((zone) => (ZONES[zone] as readonly District[]).includes(district)) ?? null

/**
 * The settings that this shop's files give: they apply to each group until staff save it. Nothing else reads those
 * files.
 */
export function defaultGroups(): GroupValues {
  const { name, location, email, ordersEmail, openingHours } = SHOP
  const { tagline, description, foundedYear, flashSale, paymentNote, helpMessage } = SHOP
  const { freeDeliveryFrom, returnsDays, studentDiscountPercent } = SHOP
  const { placeholderRating, askForReviewAfterDays, eveningMessage, labelPaper } = SHOP
  return {
    contact: {
      name,
      location,
      address: [...SHOP.address],
      phones: [...SHOP.phones],
      supportPhone: '',
      email,
      ordersEmail,
      openingHours,
      facebook: profileOf('Facebook'),
      instagram: profileOf('Instagram'),
      tiktok: profileOf('TikTok'),
      otherPages: copy(SHOP.social.filter(({ name }) => !fieldSites.includes(name))),
    },
    texts: { tagline, description, foundedYear, flashSale, paymentNote, helpMessage },
    policy: {
      freeDeliveryFrom,
      returnsDays,
      studentDiscountPercent,
      placeholderRating,
      askForReviewAfterDays,
      exchangeOfSize: RETURNS.exchangeOfSize,
      voucherFrom: VOUCHERS.from,
      voucherUpTo: VOUCHERS.upTo,
    },
    limits: {
      ...TILL_LIMITS,
      secondPersonFrom: REFUNDS.secondPersonFrom,
      creditSecondPersonFrom: CREDIT.secondPersonFrom,
      safetyStockPerCashier: SAFETY_STOCK.unitsPerCashier,
      safetyStockMost: SAFETY_STOCK.most,
      safetyStockHours: SAFETY_STOCK.hours,
    },
    staff: { eveningMessage, labelPaper },
    areas: { shopDistrict: SHOP_DISTRICT, ...ofEachDistrict(zoneOf) },
    couriers: { couriers: COURIERS.map(switchedOn) },
    calendar: copy<CalendarSettings>(DELIVERY_DAYS),
  }
}
