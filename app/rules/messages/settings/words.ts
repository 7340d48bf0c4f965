import { ZONE_NAMES, type Zone } from '../../../shop.ts'
import { formatKwacha } from '../../money.ts'
import type { CourierTexts } from '../../settings/courier-texts.ts'
import { ofEachDistrict } from '../../settings/districts.ts'
import type { FormGroup, GroupTexts } from '../../settings/group-fields.ts'
import type { GroupValues, SettingGroup } from '../../settings/groups.ts'

/** What the groups are called, in the order of their tabs. */
export const GROUP_WORDS: Record<SettingGroup, string> = {
  contact: 'Name and contact',
  texts: 'Texts',
  policy: 'Promises',
  limits: 'Limits',
  areas: 'Delivery areas',
  couriers: 'Couriers',
  calendar: 'Closed days',
}

/** The zones by their way from the shop, as staff read them. */
export const ZONE_WORDS: Record<Zone, string> = {
  town: 'Our town',
  south: 'Near',
  lake: 'Further',
  centre: 'Far',
  north: 'Very far',
  island: 'Remote',
}
const NO_DELIVERY = 'No delivery'

/** The choices for a district: what is sent, and the words that are read. */
export const ZONE_CHOICES: readonly (readonly [zone: string, words: string])[] = [
  ...ZONE_NAMES.map((zone) => [zone, ZONE_WORDS[zone]] as const),
  ['', NO_DELIVERY],
]

/** How the fields are called, on the form and in the notice to a second editor. */
export const GROUP_LABELS: { [G in FormGroup]: Record<keyof GroupValues[G], string> } = {
  contact: {
    name: 'Name of the shop',
    location: 'Town and country',
    address: 'Address, line by line',
    phones: 'Phone numbers, one a line',
    supportPhone: 'Phone and WhatsApp for support',
    email: 'Email',
    ordersEmail: 'Email for orders',
    openingHours: 'Opening hours',
    facebook: 'Facebook',
    instagram: 'Instagram',
    tiktok: 'TikTok',
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
    safetyStockMost: 'Kept from the web in all, at most (units)',
    safetyStockHours: 'Kept from the web at most for (hours)',
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

const amount = (text = '') => Number(text.replace(/[\s,]/g, ''))

/** How what is typed will read in the shop. */
export const PREVIEWS: Record<FormGroup, (texts: GroupTexts) => string[]> = {
  contact: ({ name, address = '', openingHours, supportPhone }) => [
    `${name}, ${address.split('\n').filter(Boolean).join(', ')}`,
    `We are open ${openingHours}.`,
    `Questions? Call us: ${supportPhone}`,
  ],
  texts: ({ flashSale, tagline, paymentNote }) =>
    [flashSale, tagline && `${tagline}.`, paymentNote].filter((line) => line !== undefined),
  policy: ({ freeDeliveryFrom, returnsDays, studentDiscountPercent, voucherFrom, voucherUpTo }) => [
    `Free delivery for orders above ${formatKwacha(amount(freeDeliveryFrom) || 0)}`,
    `You have ${returnsDays} days from delivery to tell us.`,
    `${studentDiscountPercent}% off for everyone who is studying`,
    `Gift vouchers from ${formatKwacha(amount(voucherFrom) || 0)} to ${formatKwacha(amount(voucherUpTo) || 0)}`,
  ],
  limits: ({
    cashierDiscountPercent,
    refundAlone,
    secondPersonFrom,
    creditSecondPersonFrom,
    safetyStockPerCashier,
    safetyStockMost,
    safetyStockHours,
  }) => [
    `At the till a cashier gives up to ${cashierDiscountPercent}% and gives back up to ${formatKwacha(amount(refundAlone) || 0)}; what is more, an admin approves.`,
    secondPersonFrom
      ? `From ${formatKwacha(amount(secondPersonFrom) || 0)} of an online order on two people give money back.`
      : 'One person alone gives back any sum of an online order.',
    creditSecondPersonFrom
      ? `From ${formatKwacha(amount(creditSecondPersonFrom) || 0)} a day on two people issue store credit.`
      : 'One person alone issues any sum of store credit.',
    amount(safetyStockPerCashier) && amount(safetyStockMost)
      ? `While a till that sells is offline, the web leaves ${safetyStockPerCashier} of each article, at most ${safetyStockMost} for several, for ${safetyStockHours} hours.`
      : 'The web sells everything, also while a till is offline.',
  ],
  areas: (texts) =>
    ZONE_CHOICES.flatMap(([zone, words]) => {
      const there = Object.keys(texts).filter((district) => texts[district] === zone)
      return there.length > 0 ? [`${words}: ${there.join(', ')}`] : []
    }),
  calendar: ({ closedWeekdays, sameDayUntilHour }) => [
    closedWeekdays ? `Nothing leaves and nothing arrives on ${closedWeekdays}.` : '',
    `What is ordered before ${sameDayUntilHour}:00 of a working day leaves that day.`,
  ],
}
