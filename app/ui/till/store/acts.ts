export { dropAskedReturn, noteReturnAsked } from './sales/asked-returns.ts'
export * from './sales/basket.ts'
export { dueOf, priceLines, totalsOf, wholeOf } from './sales/due.ts'
export { sellForCash } from './sales/sell.ts'
export { sellVoucher } from './sales/sell-voucher.ts'
export { closeShift, listShiftEvents, moveCash, openShift, takeBack } from './sales/shift.ts'
export {
  beginMobileSale,
  beginMobileVoucher,
  endMobileSale,
  noteMobileSale,
  returnToBasket,
  showMobileSale,
  totalOfWait,
} from './sales/waiting.ts'
