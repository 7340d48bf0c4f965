import { type ReactNode, useState } from 'react'
import type { Approval } from '../../../rules/till/till-events.ts'
import { Options, SelectField } from '../../kit/field.tsx'
import type { WhyApproved } from '../store/sales/approval.ts'
import type { TillState } from '../store/state.ts'
import { ApproveRefund } from './approve-refund.tsx'
import type { Back, Chosen, LineBack } from './back.ts'
import { BackInCash, type WayOrExchange } from './back-in-cash.tsx'
import { type Choice, ReturnLine } from './return-line.tsx'
import { pickTaken, TakenInstead } from './taken-instead.tsx'
import { whyBack } from './why-back.ts'

/**
 * Takes items back from a receipt or an order: which, how many, whether they go back to stock, why, and how the refund
 * is paid.
 */
export function TakeBackForm<L extends LineBack, R extends string>({
  till,
  number,
  head,
  lines,
  reasons,
  firstReason,
  exchange,
  worthOf,
  needsApproval,
  isPossible = true,
  isAsked = false,
  creditOf,
  onTake,
}: {
  till: TillState
  number: string
  /** What is taken back from, and warnings about it. */
  head: ReactNode
  lines: readonly L[]
  reasons: readonly (readonly [R, string])[]
  /** The reason `faulty`: faulty items are not sold again, unless the cashier says so. */
  firstReason: R
  /** The reason of an exchange. */
  exchange: R
  worthOf: (line: L, quantity: number) => number
  /** Why a second person has to approve; null when nobody has to. */
  needsApproval: (back: Pick<Back<L, R>, 'lines' | 'refund' | 'way'>) => WhyApproved | null
  isPossible?: boolean
  /** A request whose answer was lost: what is chosen stays as it was sent, because it may be on record. */
  isAsked?: boolean
  /** The part of a refund, in kwacha, that goes back on the code that paid. */
  creditOf?: (refund: number) => { amount: number; ending: string } | null
  onTake: (back: Back<L, R>) => Promise<void>
}) {
  const [id] = useState(() => crypto.randomUUID())
  const [isApproving, setApproving] = useState(false)
  const [choices, setChoices] = useState<Record<string, Partial<Choice>>>({})
  const [chosenReason, setReason] = useState<R | null>(null)
  const [chosenWay, setWay] = useState<WayOrExchange | null>(null)
  const { reason, way } = whyBack(
    { reason: chosenReason, way: chosenWay },
    { first: firstReason, exchange },
  )
  const [chosenIds, setChosenIds] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const chosen = lines.map((line): Chosen<L> => {
    const choice = { quantity: 0, isRestocked: reason !== firstReason, ...choices[line.id] }
    const takenId = chosenIds[line.id] || undefined
    return { ...line, ...choice, amount: worthOf(line, choice.quantity), takenId }
  })
  const back = chosen.filter(({ quantity }) => quantity > 0)
  const refund = back.reduce((sum, { amount }) => sum + amount, 0)
  const why = needsApproval({ lines: back, refund, way })
  const taken = way === 'exchange' ? pickTaken(back, chosenIds) : []
  const isAtPaidPrice = till.shop?.exchangesAtPaidPrice === true
  const take = async (approval: Approval | null) => {
    if (back.length === 0 || isBusy) return
    if (why && !approval) return setApproving(true)
    setBusy(true)
    await onTake({ id, lines: back, refund, reason, way, approval, taken })
    setBusy(false)
    setApproving(false)
  }
  if (isApproving)
    return (
      <ApproveRefund
        {...{ till, number, isBusy }}
        why={why ?? 'large'}
        asked={{ returnId: id, refund }}
        onApproved={take}
        onBack={() => setApproving(false)}
      />
    )
  return (
    <div className="grid gap-4">
      {head}
      <fieldset disabled={isBusy || isAsked} className="grid min-w-0 gap-4">
        <ul className="divide-y divide-line">
          {lines.map((line, at) => {
            const { quantity = 0, isRestocked = false, amount = 0 } = chosen[at] ?? {}
            return (
              <ReturnLine
                key={line.id}
                line={line}
                instead={
                  way === 'exchange' && quantity > 0 ? (
                    <TakenInstead
                      {...{ line, quantity, isAtPaidPrice }}
                      chosen={chosenIds[line.id]}
                      onChoose={(id) => setChosenIds((before) => ({ ...before, [line.id]: id }))}
                    />
                  ) : null
                }
                choice={{ quantity, isRestocked }}
                worth={amount}
                onChoose={(choice) =>
                  setChoices((before) => ({
                    ...before,
                    [line.id]: { ...before[line.id], ...choice },
                  }))
                }
              />
            )
          })}
        </ul>
        <SelectField
          label="Reason"
          value={reason}
          onChange={({ target }) =>
            setReason(reasons.find(([one]) => one === target.value)?.[0] ?? firstReason)
          }
        >
          <Options of={reasons} />
        </SelectField>
      </fieldset>
      <BackInCash
        {...{ refund, isBusy, isAsked, way }}
        onWay={setWay}
        credit={creditOf?.(refund) ?? null}
        needsApproval={why !== null}
        taken={
          taken.length > 0 && taken.length === back.length
            ? isAtPaidPrice
              ? refund
              : taken.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
            : null
        }
        isNothing={back.length === 0 || !isPossible}
        onTake={() => void take(null)}
      />
    </div>
  )
}
