import { ZONE_NAMES, type Zone } from '../../../shop.ts'
import type { CourierTexts } from '../../settings/courier-texts.ts'
import { ofEachDistrict } from '../../settings/districts.ts'
import type { FormGroup } from '../../settings/group-fields.ts'
import type { GroupValues, SettingGroup } from '../../settings/groups.ts'

/** The names of the groups. */
export const GROUP_WORDS: Record<SettingGroup, string> = {
  contact: 'Name and contact',
  texts: 'Texts',
  policy: 'Promises',
  limits: 'Limits',
  areas: 'Delivery areas',
  couriers: 'Couriers',
  calendar: 'Closed days',
  staff: 'Evening message and labels',
}

/** The content of each group, for staff who look for one of its fields. */
export const GROUP_HINTS: Record<SettingGroup, string> = {
  contact: 'Name, address, phone numbers, emails, opening hours, social pages',
  texts: 'Flash sale, tagline, how to pay, first words of a chat',
  policy: 'Free delivery, days to return, exchanges, reviews, gift vouchers',
  limits: 'What a cashier does alone, what takes a second person, stock kept for tills',
  areas: 'How far each district is, and where nothing is delivered',
  couriers: 'Prices, days on the way, depots',
  calendar: 'Weekdays, holidays and single days on which nothing moves',
  staff: 'The sums of the day by WhatsApp, the paper of labels',
}

/** The zones by their distance from the shop, as staff read them. */
export const ZONE_WORDS: Record<Zone, string> = {
  town: 'Our town',
  south: 'Near',
  lake: 'Further',
  centre: 'Far',
  north: 'Very far',
  island: 'Remote',
}
const NO_DELIVERY = 'No delivery'

/** The choices for a district: the value that is sent, and its words. */
export const ZONE_CHOICES: readonly (readonly [zone: string, words: string])[] = [
  ...ZONE_NAMES.map((zone) => [zone, ZONE_WORDS[zone]] as const),
  ['', NO_DELIVERY],
]

/** Labels of the fields, on the form and in the notice to a second editor. */
export const GROUP_LABELS: { [G in FormGroup]: Record<keyof GroupValues[G], string> } = {
  contact: {
    name: 'Name of the shop',
    location: 'Town and country',
    address: 'Address, line by line',
    phones: 'Phone numbers, one a line',
    supportPhone: 'Another number for questions',
    email: 'Email',
    ordersEmail: 'Email for orders',
    openingHours: 'Opening hours',
    facebook: 'Facebook',
    instagram: 'Instagram',
    tiktok: 'TikTok',
    otherPages: 'Other pages, one a line',
  },
  texts: {
    flashSale: 'Flash sale, at the top of every page',
    tagline: 'Tagline',
    description: 'Description',
    foundedYear: 'Founded in',
    paymentNote: 'How to pay',
    helpMessage: 'First words of a chat',
  },
  policy: {
    freeDeliveryFrom: 'Free delivery from (MK)',
    returnsDays: 'Days to return',
    studentDiscountPercent: 'Student discount (%)',
    askForReviewAfterDays: 'Ask for a review after (days)',
    placeholderRating: 'Stars without reviews',
    voucherFrom: 'Smallest gift voucher (MK)',
    voucherUpTo: 'Largest gift voucher (MK)',
    exchangeOfSize: 'What does not fit is exchanged for another size',
  },
  limits: {
    cashierDiscountPercent: 'A cashier takes off alone up to (%)',
    refundAlone: 'A cashier gives back alone, of one receipt, up to (MK)',
    secondPersonFrom: 'A second person agrees to refunds of an order from (MK)',
    creditSecondPersonFrom: 'A second person agrees to store credit issued by hand from (MK)',
    safetyStockPerCashier: 'Kept from the web for each offline till (units)',
    safetyStockMost: 'Kept from the web for all tills, at most (units)',
    safetyStockHours: 'Kept from the web at most for (hours)',
  },
  staff: {
    eveningMessage: 'Evening message',
    labelPaper: 'Labels are printed on',
  },
  areas: {
    shopDistrict: 'District shown before a customer has chosen',
    ...ofEachDistrict(String),
  },
  calendar: {
    closedWeekdays: 'Closed each week on',
    sameDayUntilHour: 'Orders leave the same day until (hour)',
    closedDates: 'Closed each year on, one date a line',
    closedDays: 'Closed once on, one day a line',
    closedAroundEaster: 'Closed so many days from Easter Sunday',
  },
}

export const COURIER_LABELS: Record<keyof CourierTexts, string> = {
  name: 'Name',
  price: 'Price (MK)',
  isActive: 'Takes new orders',
  daysTown: ZONE_WORDS.town,
  daysSouth: ZONE_WORDS.south,
  daysLake: ZONE_WORDS.lake,
  daysCentre: ZONE_WORDS.centre,
  daysNorth: ZONE_WORDS.north,
  daysIsland: ZONE_WORDS.island,
  depots: 'Depots, one a line',
}
