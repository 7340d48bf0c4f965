import { useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { saleTotals } from '../../../rules/till-sale.ts'
import type { Approval } from '../../../rules/till-things.ts'
import { SelectField } from '../../kit/field.tsx'
import { Press } from '../buttons.tsx'
import { PinField } from '../number-pad.tsx'
import { sayGood, wasDone } from '../say.ts'
import { Sheet } from '../sheet.tsx'
import { approveHere } from '../store/access.ts'
import { setApproval } from '../store/acts.ts'
import { ask, refusalOf } from '../store/ask.ts'
import type { TillState } from '../store/state.ts'

/** Somebody with a higher limit says yes with a PIN, to this sale and this discount only. */
export function ApproveSheet({
  till: { basket, approvers, people, line },
  onClose,
}: {
  till: TillState
  onClose: () => void
}) {
  // Without a line only a PIN that was set on this device can be checked.
  const able = line.isOnline
    ? approvers
    : approvers.filter(({ id }) => people.some((one) => one.id === id))
  const [userId, setUserId] = useState('')
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const chosen = able.find(({ id }) => id === userId) ?? able[0]
  const { subtotal, discountAmount: off } = saleTotals(basket.lines, basket.discount)
  const approve = async () => {
    if (!chosen || isBusy || pin.length < 4) return
    setBusy(true)
    const discounted = { saleId: basket.id, off, subtotal }
    const done = line.isOnline
      ? await askServer({ userId: chosen.id, pin, saleId: basket.id, off, total: subtotal })
      : await approveHere(chosen.id, pin, discounted)
    setBusy(false)
    setPin('')
    if (!wasDone(done) || !wasDone(await setApproval(done.approval))) return
    sayGood('Discount approved', `By ${done.approval.byName}.`)
    onClose()
  }
  return (
    <Sheet title="Approve a discount" onClose={onClose} width="narrow">
      <p className="mb-4 text-lg">
        <strong className="tabular-nums">{formatKwacha(off)}</strong> off{' '}
        <span className="tabular-nums">{formatKwacha(subtotal)}</span>.
      </p>
      {chosen ? (
        <div className="grid gap-4">
          <SelectField
            label="Who approves?"
            value={chosen.id}
            onChange={(event) => {
              setUserId(event.target.value)
              setPin('')
            }}
          >
            {able.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <PinField
            isFirst
            label={`PIN of ${chosen.name}`}
            pin={pin}
            onPin={setPin}
            onEnter={() => void approve()}
          />
          <Press
            tone="clay"
            className="min-h-14 text-lg"
            aria-busy={isBusy}
            disabled={isBusy || pin.length < 4}
            onClick={() => void approve()}
          >
            {isBusy ? 'Checking…' : 'Approve'}
          </Press>
        </div>
      ) : (
        <p>
          {line.isOnline
            ? 'Nobody can approve yet: an admin sets a PIN at a till first.'
            : 'Approval needs the network: nobody who may approve has set a PIN on this device.'}
        </p>
      )}
    </Sheet>
  )
}

async function askServer(body: object) {
  const answer = await ask<{ approval: Approval }>('/admin/pos/approve', { body })
  if (!answer.ok) return refusalOf(answer)
  return answer.data
    ? ({ ok: true, approval: answer.data.approval } as const)
    : refusalOf({ ok: false, problem: 'refused', message: null })
}
