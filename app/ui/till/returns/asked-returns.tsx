import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { RETURN_REASON_WORDS } from '../../../rules/messages/returns/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Press } from '../kit/buttons.tsx'
import { notifyRefusal, notifySuccess } from '../notify.ts'
import { isUnknownThere } from '../payments/mobile/ask-server.ts'
import type { UnansweredReturn } from '../store/sales/asked-returns.ts'
import { findAskedReturn, type TakenBack } from './ask-return.ts'
import type { TakesBack } from './back.ts'
import { finishReturn } from './finish-return.ts'

type Props = Pick<TakesBack, 'till' | 'onTakenBack'>

/** The return that the server has on record, as the screen and the receipt show it. */
export const returnedOf = (
  { at, number, reason, lines }: UnansweredReturn,
  { refund, creditCode }: TakenBack,
) => ({ at, saleNumber: number, refund, reason: RETURN_REASON_WORDS[reason], lines, creditCode })

/** Returns of orders whose answer was lost; pressed, each learns whether it is on record. */
export const AskedReturns = ({ till, onTakenBack }: Props) => (
  <ul aria-label="Returns without an answer" className="shrink-0 empty:hidden">
    {till.askedReturns.map((asked) => (
      <Row key={asked.id} {...{ asked, till, onTakenBack }} />
    ))}
  </ul>
)

function Row({ asked, till, onTakenBack }: Props & { asked: UnansweredReturn }) {
  const [isBusy, setBusy] = useState(false)
  const find = async () => {
    setBusy(true)
    const answer = await findAskedReturn(asked)
    setBusy(false)
    if (answer.ok) finishReturn(till, returnedOf(asked, answer.body), onTakenBack)
    else if (isUnknownThere(answer)) notifySuccess('return-not-made', asked)
    else if (answer.why === 'connection-lost') notifyRefusal('till-offline')
    else if (answer.why === 'signed-out') notifyRefusal('till-signed-out')
    else notifyRefusal({ reason: 'till-refused', message: answer.message })
  }
  return (
    <li className="p-2">
      <Press
        className="w-full justify-start py-1 text-left leading-tight"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void find()}
      >
        <CircleAlert aria-hidden size={20} className="shrink-0" />
        <span className="min-w-0 grow">
          <span className="block">{asked.number}</span>
          <span className="block text-sm font-normal">No answer yet: is it taken back?</span>
        </span>
        <span className="shrink-0 tabular-nums">{formatKwacha(asked.refund)}</span>
      </Press>
    </li>
  )
}
