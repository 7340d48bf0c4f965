import { z } from 'zod'
import { DISTRICTS, PICKUP_ID, ZONE_NAMES } from '../../shop.ts'
import { settingErrors } from '../messages/settings/settings.ts'
import { LARGEST_AMOUNT } from '../money.ts'
import { ofEachDistrict } from './districts.ts'
import { lines, needed, whole } from './field-schemas.ts'

const days = z
  .tuple([whole(0, 60), whole(0, 60)], settingErrors['no-days'])
  .refine(([fewest, most]) => fewest <= most)
const depot = z.tuple([needed(60), needed(120), needed(60)], settingErrors['no-depot'])

export const courierSchema = z.object({
  /** Never changes, because orders store it. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: needed(60),
  price: whole(0, LARGEST_AMOUNT),
  /** A zone without days is not served. */
  days: z.partialRecord(z.enum(ZONE_NAMES), days),
  depots: z.partialRecord(z.enum(DISTRICTS), z.array(depot).max(20), settingErrors['no-district']),
  isActive: z.boolean(),
})
/** A courier of the shop: one that is switched off takes no new orders; earlier orders keep it. */
export type ShopCourier = z.infer<typeof courierSchema>

export const courierList = z.object({
  couriers: z
    .array(courierSchema)
    .min(1)
    .max(30)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
})

/** Whether a courier is collection at the shop, which costs nothing whatever a form says. */
export const isPickupId = (id: string) => id === PICKUP_ID

const zone = z.enum(ZONE_NAMES, settingErrors['no-zone']).nullable()

/** The zone of each district, by its name; null: the shop does not deliver there. */
export const areaSchema = z
  .object({
    /** The district that is shown before a customer has chosen one. */
    shopDistrict: z.enum(DISTRICTS, settingErrors['district-off']),
    ...ofEachDistrict(() => zone),
  })
  .refine((areas) => areas[areas.shopDistrict] !== null, {
    path: ['shopDistrict'],
    error: settingErrors['district-off'],
  })
export type AreaSettings = z.infer<typeof areaSchema>

// Date turns February 30 into March 1, and reads months (2027-03) and years of six digits (+012027-03), too.
const isDate = (text: string) =>
  /^\d/.test(text) && new Date(text).toJSON()?.slice(0, 'yyyy-mm-dd'.length) === text

export const calendarSchema = z.object({
  closedWeekdays: z
    .array(z.number(settingErrors['no-weekday']).int().min(0).max(6))
    .max(6, settingErrors['no-open-day']),
  /** As MM-DD. */
  closedDates: lines(
    z
      .string()
      .trim()
      .refine((date) => isDate(`2028-${date}`), { error: settingErrors['no-date'] }),
    60,
    0,
  ),
  closedAroundEaster: z
    .array(whole(-60, 60))
    .max(10, settingErrors['too-many-lines']({ most: 10 })),
  /** As YYYY-MM-DD. */
  closedDays: lines(z.string().trim().refine(isDate, { error: settingErrors['no-day'] }), 60, 0),
  sameDayUntilHour: whole(0, 24),
})
export type CalendarSettings = z.infer<typeof calendarSchema>
