import type { ComponentProps } from 'react'
import { DAY_PLACEHOLDERS } from '../../../rules/reports/day-sums.ts'

/** Hints for fields whose label is not enough. */
export const HINTS: Record<string, string> = {
  address: 'Pickup at the shop has a place of its own: Settings, Couriers.',
  phones:
    'All of them stand on every page of the shop, on invoices and on receipts. Emails and the WhatsApp button lead to the first one.',
  supportPhone:
    'Leave it empty, and customers call and write to the first phone number. Fill it in, and emails and the WhatsApp button lead to this one instead.',
  ordersEmail: 'It is printed on receipts and invoices.',
  facebook: 'Left out, if empty.',
  instagram: 'Left out, if empty.',
  tiktok: 'Left out, if empty.',
  otherPages: 'What it is called, a colon and its address: YouTube: https://www.youtube.com/@shop',
  flashSale: 'Left out, if empty.',
  description: 'Search engines show it.',
  askForReviewAfterDays: 'Never, if empty.',
  placeholderRating: 'Without one, if empty. It counts nowhere.',
  voucherFrom:
    'Of what is sold on the web and at the till. A till that is offline learns it when it is back.',
  cashierDiscountPercent: 'Of the whole sale. Tills that are offline learn it when they are back.',
  secondPersonFrom:
    'Never, if empty. In any case nobody gives back an order of their own alone, or pays out to a wallet that is not the payer’s while somebody else could agree.',
  creditSecondPersonFrom:
    'Never, if empty. What one person has issued in the last day counts together.',
  safetyStockPerCashier:
    'Of each article, since the till may be selling it. 0 sells everything on the web.',
  eveningMessage: `Sent from Today, on the dashboard, by WhatsApp. Filled in: ${DAY_PLACEHOLDERS.join(' ')}. The cash is that of till sales, less what went back in cash.`,
  labelPaper: 'What is ticked first where labels are printed.',
  shopDistrict: 'On products and in the cart.',
  closedWeekdays: 'With commas: Saturday, Sunday',
  closedDates: 'Month and day, as 12-25. One on a weekend is kept on the next weekday as well.',
  closedDays: 'Year, month and day, as 2027-03-10: what the moon or the President says.',
  closedAroundEaster: '-2 is Good Friday, 1 is Easter Monday.',
}

const NUMBER = { inputMode: 'numeric' } as const
const PHONE = { type: 'tel' } as const

/** Input types of fields that are not plain text. */
export const INPUTS: Record<string, Pick<ComponentProps<'input'>, 'type' | 'inputMode'>> = {
  supportPhone: PHONE,
  email: { type: 'email' },
  ordersEmail: { type: 'email' },
  facebook: { type: 'url' },
  instagram: { type: 'url' },
  tiktok: { type: 'url' },
  foundedYear: NUMBER,
  freeDeliveryFrom: NUMBER,
  returnsDays: NUMBER,
  sameDayUntilHour: NUMBER,
  studentDiscountPercent: NUMBER,
  voucherFrom: NUMBER,
  voucherUpTo: NUMBER,
  askForReviewAfterDays: NUMBER,
  cashierDiscountPercent: NUMBER,
  refundAlone: NUMBER,
  secondPersonFrom: NUMBER,
  creditSecondPersonFrom: NUMBER,
  safetyStockPerCashier: NUMBER,
  safetyStockMost: NUMBER,
  safetyStockHours: NUMBER,
  placeholderRating: { inputMode: 'decimal' },
}
