import { z } from 'zod'
import { settingErrors } from '../messages/settings/settings.ts'
import { LARGEST_AMOUNT, SMALLEST_PAYMENT } from '../money.ts'
import { isCallable, readPhone } from '../phone.ts'
import { isDayMessage } from '../reports/day-sums.ts'
import { LABEL_WAYS } from '../stock/labels.ts'
import { areaSchema, calendarSchema, courierList } from './delivery-groups.ts'
import {
  email,
  lines,
  namedProfiles,
  needed,
  phone,
  profile,
  text,
  whole,
} from './field-schemas.ts'

// The schemas of the groups, for forms and for the table alike.

const contactOf = (isPhone: (typed: string) => boolean) =>
  z
    .object({
      name: needed(40),
      location: needed(60),
      address: lines(needed(80), 6),
      phones: lines(phone(isPhone), 4),
      /** '' for the first of the phones. */
      supportPhone: phone((typed) => typed === '' || isPhone(typed)),
      email,
      ordersEmail: email,
      openingHours: needed(60),
      facebook: profile,
      instagram: profile,
      tiktok: profile,
      otherPages: namedProfiles,
    })
    // A support number that repeats the first phone is stored as '', so that it has to be changed in one place only.
    .transform(({ supportPhone, ...contact }) => ({
      ...contact,
      supportPhone: supportPhone === contact.phones[0] ? '' : supportPhone,
    }))
/** The schema of stored contacts, which also accepts numbers that only earlier releases took. */
export const contactSchema = contactOf((typed) => readPhone(typed) !== null)
export const typedContactSchema = contactOf(isCallable)
export type ContactSettings = z.infer<typeof contactSchema>

export const textSchema = z.object({
  tagline: needed(80),
  description: needed(200),
  foundedYear: whole(1800, 2100),
  flashSale: text(80),
  paymentNote: needed(200),
  helpMessage: needed(200),
})
export type TextSettings = z.infer<typeof textSchema>

export const policySchema = z
  .object({
    freeDeliveryFrom: whole(1, LARGEST_AMOUNT),
    returnsDays: whole(1, 365),
    studentDiscountPercent: whole(1, 100),
    /** The rating shown for a product without reviews; null shows "No reviews yet". It counts nowhere. */
    placeholderRating: z
      .number(settingErrors['no-rating'])
      .min(1)
      .max(5)
      .multipleOf(0.5)
      .nullable(),
    /** So many days after delivery, one email asks for a review of the order; null for none. */
    askForReviewAfterDays: whole(1, 60).nullable(),
    /** Items that do not fit are taken back, too, for another size. */
    exchangeOfSize: z.boolean(),
    /** The smallest and the largest sum of a voucher on sale, in kwacha. */
    voucherFrom: whole(SMALLEST_PAYMENT, LARGEST_AMOUNT),
    voucherUpTo: whole(SMALLEST_PAYMENT, LARGEST_AMOUNT),
  })
  .refine(({ voucherFrom, voucherUpTo }) => voucherFrom <= voucherUpTo, {
    path: ['voucherUpTo'],
    error: settingErrors['below-smallest'],
  })
export type PolicySettings = z.infer<typeof policySchema>

/** What staff may do alone, and the units reserved for tills that are offline. Shoppers' pages do not get these. */
export const limitSchema = z.object({
  cashierDiscountPercent: whole(0, 100),
  refundAlone: whole(0, LARGEST_AMOUNT),
  secondPersonFrom: whole(0, LARGEST_AMOUNT).nullable(),
  creditSecondPersonFrom: whole(0, LARGEST_AMOUNT).nullable(),
  safetyStockPerCashier: whole(0, 100),
  safetyStockMost: whole(0, 1000),
  safetyStockHours: whole(1, 72),
})
export type LimitSettings = z.infer<typeof limitSchema>

/** Settings for the work of staff. Shoppers' pages do not get these. */
export const staffSchema = z.object({
  /** The sums of a day, sent by WhatsApp, with placeholders (rules/reports/day-sums.ts). */
  eveningMessage: needed(1000).refine(isDayMessage, {
    error: settingErrors['no-placeholder'],
  }),
  /** Where labels are printed unless somebody chooses otherwise. */
  labelPaper: z.enum(LABEL_WAYS, settingErrors['no-paper']),
})
export type StaffSettings = z.infer<typeof staffSchema>

/** The groups of settings, each saved by itself, with their schemas. */
export const GROUP_SCHEMAS = {
  contact: contactSchema,
  texts: textSchema,
  policy: policySchema,
  limits: limitSchema,
  staff: staffSchema,
  areas: areaSchema,
  couriers: courierList,
  calendar: calendarSchema,
} as const
export const SETTING_GROUPS = [
  'contact',
  'texts',
  'policy',
  'limits',
  'staff',
  'areas',
  'couriers',
  'calendar',
] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]
export type GroupValues = { [G in SettingGroup]: z.infer<(typeof GROUP_SCHEMAS)[G]> }
