import { receiptOfReturn } from '../../../rules/till/receipt.ts'
import { wasDone } from '../notify.ts'
import type { Paid } from '../payments/paid.ts'
import { printAfterSale } from '../printing/print-receipt.ts'
import type { TillState } from '../store/state.ts'

type Returned = Parameters<typeof receiptOfReturn>[0]

/** The return is recorded: shows the cash to pay out, and prints the receipt. */
export function finishReturn(
  { till, person }: TillState,
  returned: Returned,
  onTakenBack: (back: Paid) => void,
) {
  const receipt = receiptOfReturn(returned, {
    till: till?.name ?? '',
    cashier: person?.name ?? '',
  })
  const { saleNumber: number, refund, credit, creditCode } = returned
  const rest = refund - (credit?.amount ?? 0)
  const cash = creditCode ? 0 : rest
  onTakenBack({
    isRefund: true,
    number,
    total: refund,
    change: cash > 0 ? cash : null,
    cashPart: 0,
    newCode: creditCode ? { code: creditCode, amount: rest } : null,
    onCode: credit && credit.amount > 0 ? credit : null,
    phone: null,
    receipt,
  })
  void printAfterSale(receipt, { isCash: cash > 0 }).then(wasDone)
}
