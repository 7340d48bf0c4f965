import { useState } from 'react'
import { ChooseTill } from './accounts/choose-till.tsx'
import { Locked, SignIn } from './accounts/locked.tsx'
import { SetPin } from './accounts/set-pin.tsx'
import { Notices } from './kit/notices.tsx'
import { SaleScreen } from './sales/sale-screen.tsx'
import { usePaint } from './scheme.ts'
import { CloseShift, NOTHING_COUNTED } from './shifts/close-shift.tsx'
import { OpenShift } from './shifts/open-shift.tsx'
import type { ClosedShift } from './shifts/z-report.tsx'
import { ZReport } from './shifts/z-report.tsx'
import type { TillState } from './store/state.ts'
import { useTill } from './store/use-till.ts'
import { TillShell } from './till-shell.tsx'
import { TopBar } from './top-bar.tsx'

/** The point of sale: shows the screen that fits this device's state (ui/till/store). */
export function Till() {
  const till = useTill()
  usePaint()
  if (till.phase === 'loading') return <TillShell>Opening the till…</TillShell>
  return (
    <div className="till flex h-dvh flex-col overflow-hidden bg-paper text-ink">
      <div className="relative z-20 shrink-0">
        <TopBar till={till} />
        <Notices />
      </div>
      <main id="main" className="min-h-0 grow">
        <h1 className="sr-only">Point of Sale</h1>
        <Room till={till} />
      </main>
    </div>
  )
}

function Room({ till }: { till: TillState }) {
  const [isClosing, setClosing] = useState(false)
  // Held here, because the till may lock itself while somebody counts.
  const [count, setCount] = useState(NOTHING_COUNTED)
  const [closed, setClosed] = useState<ClosedShift | null>(null)
  const hasNoPin = till.person !== null && !till.person.hasPin && !till.person.skipsPin
  // Asking needs the network; but somebody who is typing a PIN keeps the screen when the connection breaks, and may put
  // it off.
  const [isAskingPin, setAskingPin] = useState(false)
  if (isAskingPin !== (hasNoPin && (isAskingPin || till.connection.isOnline)))
    setAskingPin(!isAskingPin)
  if (till.phase === 'signed-out') return <SignIn till={till} />
  if (till.phase === 'locked') return <Locked till={till} />
  if (closed && closed.personId === till.person?.id)
    return <ZReport closed={closed} till={till} onDone={() => setClosed(null)} />
  if (till.phase === 'no-till') return <ChooseTill till={till} />
  if (till.person && isAskingPin) return <SetPin person={till.person} />
  if (till.phase === 'no-shift') return <OpenShift till={till} />
  if (isClosing)
    return (
      <CloseShift
        till={till}
        count={count}
        onCount={setCount}
        onBack={() => setClosing(false)}
        onClosed={(shift) => {
          setClosing(false)
          setCount(NOTHING_COUNTED)
          setClosed(shift)
        }}
      />
    )
  return <SaleScreen till={till} onCloseShift={() => setClosing(true)} />
}
