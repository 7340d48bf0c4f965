export * from './basket.ts'
export { sellForCash } from './sell.ts'
export { closeShift, listShiftThings, moveCash, openShift, takeBack } from './shift.ts'
export {
  beginMobileSale,
  endMobileSale,
  noteMobileSale,
  putBackMobileSale,
  showMobileSale,
} from './waiting.ts'
