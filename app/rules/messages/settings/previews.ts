import { formatKwacha } from '../../money.ts'
import { fillDayMessage } from '../../reports/day-sums.ts'
import type { FormGroup } from '../../settings/group-fields.ts'
import type { GroupTexts } from '../../settings/group-texts.ts'
import { settings } from '../../settings/settings.ts'
import { ZONE_CHOICES } from './words.ts'

const amount = (text = '') => Number(text.replace(/[\s,]/g, ''))

/** An invented day that shows how its sums read. */
const A_DAY = {
  at: new Date('2026-11-25T18:30:00+02:00'),
  day: {
    paid: { count: 4, amount: 186_000 },
    refunded: { count: 0, amount: 0 },
    till: { count: 23, amount: 412_500 },
    returned: { count: 1, amount: 18_500 },
  },
  cash: 240_000,
}

/** How the typed settings will read in the shop. */
export const PREVIEWS: Record<FormGroup, (texts: GroupTexts) => string[]> = {
  contact: ({ name, address = '', openingHours, phones = '', supportPhone }) => [
    `${name}, ${address.split('\n').filter(Boolean).join(', ')}`,
    `We are open ${openingHours}.`,
    `Questions? Call us: ${supportPhone?.trim() || phones.trim().split('\n')[0]}`,
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
  staff: ({ eveningMessage = '' }) => [
    fillDayMessage(eveningMessage, { ...A_DAY, shop: settings().name }),
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
