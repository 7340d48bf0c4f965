import { useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import type { Approvable } from '../../../rules/till/till-approval.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { SelectField } from '../../kit/field.tsx'
import { MainPress } from '../kit/buttons.tsx'
import { PinField } from '../kit/number-pad.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { approveHere } from '../store/accounts/access.ts'
import { setApproval, totalsOf } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'
import { ask, refusalOf } from '../store/sync/ask.ts'

/** Somebody with a higher limit approves with a PIN: this sale and this discount only. */
export function ApproveSheet({ till, onClose }: { till: TillState; onClose: () => void }) {
  const { basket } = till
  const { subtotal, discountAmount: off } = totalsOf(basket)
  const keep = async (approval: Approval) => {
    if (!wasDone(await setApproval(approval))) return
    notifySuccess('discount-approved', { by: approval.byName })
    onClose()
  }
  return (
    <Sheet title="Approve a discount" onClose={onClose} width="narrow">
      <p className="mb-4 text-lg">
        <strong className="tabular-nums">{formatKwacha(off)}</strong> off{' '}
        <span className="tabular-nums">{formatKwacha(subtotal)}</span>.
      </p>
      <ApproveForm till={till} asked={{ saleId: basket.id, off, subtotal }} onApproved={keep} />
    </Sheet>
  )
}

export function ApproveForm({
  till: { approvers: all, people, connection, person },
  asked,
  onApproved,
}: {
  till: TillState
  asked: Approvable
  onApproved: (approval: Approval) => Promise<void> | void
}) {
  // Nobody approves their own discount or refund.
  const approvers = all.filter(({ id }) => id !== person?.id)
  // Offline, only a PIN that was set on this device can be checked.
  const able = connection.isOnline
    ? approvers
    : approvers.filter(({ id }) => people.some((one) => one.id === id))
  const [userId, setUserId] = useState('')
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const chosen = able.find(({ id }) => id === userId) ?? able[0]
  const approve = async () => {
    if (!chosen || isBusy || pin.length < 4) return
    setBusy(true)
    const done = connection.isOnline
      ? await askServer(chosen.id, pin, asked)
      : await approveHere(chosen.id, pin, asked)
    setBusy(false)
    setPin('')
    if (wasDone(done)) await onApproved(done.approval)
  }
  if (!chosen)
    return (
      <p>
        {connection.isOnline
          ? 'Nobody can approve yet: an admin sets a PIN at a till first.'
          : 'Approval needs the network: nobody who may approve has set a PIN on this device.'}
      </p>
    )
  return (
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
      {connection.isOnline ? null : (
        <p className="text-sm text-quiet">
          Without the network the PIN is checked when this is sent, and an admin looks at it again.
        </p>
      )}
      <MainPress isBusy={isBusy} disabled={pin.length < 4} onClick={() => void approve()}>
        {isBusy ? 'Checking…' : 'Approve'}
      </MainPress>
    </div>
  )
}

async function askServer(userId: string, pin: string, asked: Approvable) {
  const what =
    'saleId' in asked ? { saleId: asked.saleId, off: asked.off, total: asked.subtotal } : asked
  const answer = await ask<{ approval: Approval }>('/admin/pos/approve', {
    body: { userId, pin, ...what },
  })
  if (!answer.ok) return refusalOf(answer)
  return answer.data
    ? ({ ok: true, approval: answer.data.approval } as const)
    : refusalOf({ ok: false, problem: 'refused', message: null })
}
