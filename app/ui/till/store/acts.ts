export * from './sale/basket.ts'
export { sellForCash } from './sale/sell.ts'
export { closeShift, listShiftEvents, moveCash, openShift, takeBack } from './sale/shift.ts'
export {
  beginMobileSale,
  endMobileSale,
  noteMobileSale,
  putBackMobileSale,
  showMobileSale,
} from './sale/waiting.ts'
