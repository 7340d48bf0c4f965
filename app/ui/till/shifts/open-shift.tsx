import { useState } from 'react'
import { MainPress } from '../kit/buttons.tsx'
import { AmountField } from '../kit/number-pad.tsx'
import { RoomCard } from '../kit/room.tsx'
import { wasDone } from '../notify.ts'
import { openShift } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'

/** Opens the shift: asks for the change in the drawer. */
export function OpenShift({ till: { till } }: { till: TillState }) {
  const [float, setFloat] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    if (isBusy || float === null) return
    setBusy(true)
    wasDone(await openShift(float))
    setBusy(false)
  }
  return (
    <RoomCard
      title="Open the shift"
      text={`How much change is in the drawer of ${till?.name ?? 'this till'}? Zero is fine.`}
    >
      <AmountField
        isFirst
        label="Opening float"
        amount={float}
        onAmount={setFloat}
        onEnter={() => void open()}
      />
      <MainPress isBusy={isBusy} disabled={float === null} onClick={() => void open()}>
        Open shift
      </MainPress>
    </RoomCard>
  )
}
