export * from './sale/basket.ts'
export { sellForCash, sellVoucher } from './sale/sell.ts'
export { closeShift, listShiftEvents, moveCash, openShift, takeBack } from './sale/shift.ts'
export {
  beginMobileSale,
  endMobileSale,
  noteMobileSale,
  putBackMobileSale,
  showMobileSale,
} from './sale/waiting.ts'
