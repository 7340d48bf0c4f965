import { formatDate } from '../dates.ts'
import { formatAmount, formatKwacha } from '../money.ts'
import { chatLink } from '../phone.ts'
import {
  fillPlaceholders,
  type Placeholders,
  placeholderNames,
  unknownPlaceholders,
} from '../placeholders.ts'

/** A number of payments, and their sum in whole kwacha. */
export type Takings = { count: number; amount: number }
/** What came in and was given back on a day. */
export type DayFigures = { paid: Takings; refunded: Takings; till: Takings; returned: Takings }
export type DaySums = { shop: string; at: Date; day: DayFigures; cash: number }

/** Takings less refunds: the sum that the dashboard calls sold. */
export const netSales = ({ paid, refunded, till, returned }: DayFigures) =>
  paid.amount - refunded.amount + till.amount - returned.amount

const PLACEHOLDERS: Placeholders<DaySums> = {
  shop: ({ shop }) => shop,
  date: ({ at }) => formatDate(at),
  online_orders: ({ day }) => formatAmount(day.paid.count),
  online_sales: ({ day }) => formatKwacha(day.paid.amount),
  till_receipts: ({ day }) => formatAmount(day.till.count),
  till_sales: ({ day }) => formatKwacha(day.till.amount),
  cash: ({ cash }) => formatKwacha(cash),
  refunds: ({ day }) => formatKwacha(day.refunded.amount + day.returned.amount),
  total: ({ day }) => formatKwacha(netSales(day)),
}

/** The placeholders of the evening message, as staff write them. */
export const DAY_PLACEHOLDERS = placeholderNames(PLACEHOLDERS)

/** Whether an evening message has only known placeholders. */
export const isDayMessage = (text: string) => unknownPlaceholders(text, PLACEHOLDERS).length === 0

/** The evening message, filled with the sums of a day. */
export const fillDayMessage = (text: string, sums: DaySums) =>
  fillPlaceholders(text, PLACEHOLDERS, sums)

/** The address that opens WhatsApp with the message; whoever sends it chooses the recipient there. */
export const writeDayChat = (text: string, sums: DaySums) => chatLink(fillDayMessage(text, sums))
