export * from './sales/basket.ts'
export { dueOf } from './sales/due.ts'
export { sellForCash, sellVoucher } from './sales/sell.ts'
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
