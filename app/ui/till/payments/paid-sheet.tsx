import { CircleCheck, MessageCircle, Printer } from 'lucide-react'
import { useState } from 'react'
import { formatCreditCode } from '../../../rules/credit/credit.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { whatsAppLink } from '../../../rules/till/receipt-text.ts'
import { Press } from '../kit/buttons.tsx'
import { HugeAmount } from '../kit/huge-amount.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { wasDone } from '../notify.ts'
import { printReceipt } from '../printing/print-receipt.ts'
import { loadPrintSettings } from '../printing/printer-settings.ts'
import type { Paid } from './paid.ts'

/** The sale or the return is stored. The cash to hand out is the largest figure on the screen. */
export function PaidSheet({ paid, onClose }: { paid: Paid; onClose: () => void }) {
  const {
    number,
    total,
    change,
    cashPart,
    receipt,
    phone,
    isRefund = false,
    exchange,
    onCode,
    newCode,
  } = paid
  const isBack = isRefund || exchange?.isBack === true
  const byPhone = total - cashPart - (onCode?.amount ?? 0) - (exchange?.amount ?? 0)
  const [{ when }] = useState(loadPrintSettings)
  const [isPrinted, setPrinted] = useState(when === 'always')
  const print = async () => {
    if (wasDone(await printReceipt({ ...receipt, isReprint: isPrinted }))) setPrinted(true)
  }
  return (
    <Sheet
      title={isRefund ? 'Taken back' : exchange ? 'Exchanged' : 'Paid'}
      onClose={onClose}
      width="usual"
    >
      <div className="grid justify-items-center gap-4 text-center">
        <p className="flex items-center gap-2 text-lg text-leaf">
          <CircleCheck aria-hidden size={24} />
          <span>{isRefund ? number : `${formatKwacha(total)} ${number ? `· ${number}` : ''}`}</span>
        </p>
        {change === null ? null : (
          <p className="w-full rounded-card bg-sand px-4 py-6">
            <span className="block text-xl text-quiet">
              {isBack ? 'Give the customer' : 'Change'}
            </span>
            <HugeAmount label={isBack ? 'Cash to give' : 'Change due'} amount={change} most={7} />
          </p>
        )}
        {cashPart > 0 ? (
          <p className="w-full rounded-card bg-sand px-4 py-6">
            <span className="block text-xl text-quiet">Take in cash</span>
            <HugeAmount label="Cash to take" amount={cashPart} most={6} />
            <span className="block text-quiet tabular-nums">
              {formatKwacha(byPhone)} came by mobile money
            </span>
          </p>
        ) : exchange?.amount ? (
          <p className="text-lg tabular-nums">{formatKwacha(byPhone)} came by mobile money</p>
        ) : null}
        {newCode ? (
          <p className="w-full rounded-card bg-sand px-4 py-6">
            <span className="block text-xl text-quiet">
              {formatKwacha(newCode.amount)} on the code
            </span>
            {newCode.code ? (
              <output
                aria-label="Code"
                className="block text-2xl font-bold whitespace-nowrap sm:text-4xl"
              >
                {formatCreditCode(newCode.code)}
              </output>
            ) : null}
            <span className="block text-quiet">{aboutCode(newCode)}</span>
          </p>
        ) : null}
        {onCode ? (
          <p className="text-lg tabular-nums">
            {formatKwacha(onCode.amount)} {isBack ? 'back on' : 'paid by'} the voucher{' '}
            <span className="whitespace-nowrap">{onCode.ending ? `…${onCode.ending}` : ''}</span>
          </p>
        ) : null}
        <div className="grid w-full auto-cols-fr grid-flow-col gap-2">
          {when === 'never' ? null : (
            <Press onClick={() => void print()}>
              <Printer aria-hidden size={18} /> {isPrinted ? 'Print again' : 'Print the receipt'}
            </Press>
          )}
          <a
            href={whatsAppLink(receipt, phone)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-12 items-center justify-center gap-2 rounded-card border border-edge px-4 font-semibold hover:bg-sand"
          >
            <MessageCircle aria-hidden size={18} /> WhatsApp
          </a>
        </div>
        <Press
          tone="clay"
          data-first
          keys="Enter"
          className="min-h-16 w-full text-2xl"
          onClick={onClose}
        >
          {isRefund ? 'Done' : 'New sale'}
        </Press>
      </div>
    </Sheet>
  )
}

function aboutCode({ code, isLive = false }: NonNullable<Paid['newCode']>) {
  if (!code) return 'An admin shows its code in the back office, under Store Credit.'
  if (isLive) return 'It stands on the receipt, and can be spent at once.'
  return 'It stands on the receipt, and can be spent once this till has sent it.'
}
