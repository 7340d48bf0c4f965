import { ofEachDistrict } from './districts.ts'
import type { GroupValues, SettingGroup } from './groups.ts'

/** The groups with a form of their own; each courier has its own form (courier-form.ts). */
export type FormGroup = Exclude<SettingGroup, 'couriers'>

/** How a form field holds its value as text. */
export type Kind =
  | 'text'
  | 'message'
  | 'lines'
  | 'pages'
  | 'number'
  | 'numbers'
  | 'weekdays'
  | 'flag'
  | 'district'
  | 'zone'
  | 'paper'

/** The fields of each group, in the order of its form. */
export const GROUP_FIELDS = {
  contact: {
    name: 'text',
    location: 'text',
    address: 'lines',
    phones: 'lines',
    supportPhone: 'text',
    email: 'text',
    ordersEmail: 'text',
    openingHours: 'text',
    facebook: 'text',
    instagram: 'text',
    tiktok: 'text',
    otherPages: 'pages',
  },
  texts: {
    flashSale: 'text',
    tagline: 'text',
    description: 'text',
    foundedYear: 'number',
    paymentNote: 'text',
    helpMessage: 'text',
  },
  policy: {
    freeDeliveryFrom: 'number',
    returnsDays: 'number',
    studentDiscountPercent: 'number',
    askForReviewAfterDays: 'number',
    placeholderRating: 'number',
    voucherFrom: 'number',
    voucherUpTo: 'number',
    exchangeOfSize: 'flag',
  },
  limits: {
    cashierDiscountPercent: 'number',
    refundAlone: 'number',
    secondPersonFrom: 'number',
    creditSecondPersonFrom: 'number',
    safetyStockPerCashier: 'number',
    safetyStockMost: 'number',
    safetyStockHours: 'number',
  },
  staff: { eveningMessage: 'message', labelPaper: 'paper' },
  areas: { shopDistrict: 'district', ...ofEachDistrict(() => 'zone' as const) },
  calendar: {
    closedWeekdays: 'weekdays',
    sameDayUntilHour: 'number',
    closedDates: 'lines',
    closedDays: 'lines',
    closedAroundEaster: 'numbers',
  },
} as const satisfies { [G in FormGroup]: Record<keyof GroupValues[G], Kind> }
