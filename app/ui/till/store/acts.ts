export * from './basket.ts'
export { forgetMobileSale, keepMobileSale, sellForCash } from './sell.ts'
export { closeShift, listShiftThings, moveCash, openShift, takeBack } from './shift.ts'
