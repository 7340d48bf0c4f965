import { receiptOfReturn } from '../../../rules/till/receipt.ts'
import type { Paid } from '../payment/paid.ts'
import { printAfterSale } from '../printing/print-receipt.ts'
import { wasDone } from '../say.ts'
import type { TillState } from '../store/state.ts'

type Returned = Parameters<typeof receiptOfReturn>[0]

/** What came back is on record: the cash that goes out is shown, and its receipt printed. */
export function finishReturn(
  { till, person }: TillState,
  returned: Returned,
  onTakenBack: (back: Paid) => void,
) {
  const receipt = receiptOfReturn(returned, {
    till: till?.name ?? '',
    cashier: person?.name ?? '',
  })
  const { saleNumber: number, refund } = returned
  onTakenBack({
    isRefund: true,
    number,
    total: refund,
    change: refund,
    cashPart: 0,
    phone: null,
    receipt,
  })
  void printAfterSale(receipt, { isCash: true }).then(wasDone)
}
