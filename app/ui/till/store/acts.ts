export * from './sale/basket.ts'
export { dueOf } from './sale/due.ts'
export { sellForCash, sellVoucher } from './sale/sell.ts'
export { closeShift, listShiftEvents, moveCash, openShift, takeBack } from './sale/shift.ts'
export {
  beginMobileSale,
  beginMobileVoucher,
  endMobileSale,
  noteMobileSale,
  putBackMobileSale,
  showMobileSale,
  totalOfWait,
} from './sale/waiting.ts'
