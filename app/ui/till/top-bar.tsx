import { CloudOff, Lock, TriangleAlert, Upload, Wifi } from 'lucide-react'
import { useState } from 'react'
import { mayRunShop } from '../../rules/accounts/roles.ts'
import { TEST_PAYMENTS } from '../../rules/messages/payments/words.ts'
import { settings } from '../../rules/settings/settings.ts'
import { onLeave } from './accounts/leave.ts'
import { formatAge, formatStorage, isStorageWarning } from './connection-texts.ts'
import { useNow } from './kit/use-now.ts'
import { wasDone } from './notify.ts'
import { lock } from './store/accounts/access.ts'
import type { TillState } from './store/state.ts'
import { UnsentPanel } from './unsent-panel.tsx'

const LINK =
  'inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-card px-2 font-semibold sm:px-3 whitespace-nowrap hover:bg-white/15'

/** Always visible: the connection, what is unsent, who is unlocked, and the links out. */
export function TopBar({ till }: { till: TillState }) {
  const [isOpen, setOpen] = useState(false)
  const { person, phase } = till
  return (
    <>
      <header className="on-dark bg-night text-paper">
        <div className="flex items-center py-1 pr-1 pl-2 sm:gap-1 sm:px-4">
          <p className="mr-auto flex min-w-0 items-center gap-3">
            <span className="font-display text-2xl max-lg:hidden">{settings().name}</span>
            <span className="line-clamp-2 min-w-0 text-sm/tight wrap-anywhere max-sm:sr-only">
              {till.till?.name}
            </span>
          </p>
          <ConnectionButton till={till} onOpen={() => setOpen(true)} />
          {person ? (
            <button
              type="button"
              className={LINK}
              aria-label={`Lock the till: ${person.name}`}
              onClick={() => void lock().then(wasDone)}
            >
              <Lock aria-hidden size={18} />
              <span className="max-w-[22vw] truncate max-md:hidden">{person.name}</span>
            </button>
          ) : null}
          <nav aria-label="Ways out" className="flex">
            {person && mayRunShop(person.role) ? (
              <a href="/admin" onClick={onLeave} className={LINK}>
                Admin
              </a>
            ) : null}
            <a href="/" onClick={onLeave} className={LINK}>
              Exit POS
            </a>
          </nav>
        </div>
        <div aria-hidden className="cloth-hairline" />
        {till.shop?.isTest ? (
          <p className="bg-sun px-4 py-1 text-sm font-semibold text-night">{TEST_PAYMENTS}</p>
        ) : null}
        {phase === 'signed-out' && till.storage !== 'full' ? null : <Warning till={till} />}
      </header>
      {isOpen ? <UnsentPanel till={till} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ConnectionButton({
  till: { connection, catalogue, storage },
  onOpen,
}: {
  till: TillState
  onOpen: () => void
}) {
  const now = useNow()
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`${LINK} ${connection.isOnline ? '' : 'bg-sun text-night hover:bg-sun'}`}
    >
      {connection.isOnline ? <Wifi aria-hidden size={18} /> : <CloudOff aria-hidden size={18} />}
      <span className="grid text-left leading-tight">
        <span>{connection.isOnline ? 'Online' : 'Offline'}</span>
        <span className="text-xs font-normal max-md:sr-only">
          {catalogue ? `Prices seen ${formatAge(catalogue.seenAt, now)}` : 'No prices yet'}
        </span>
      </span>
      {connection.unsent > 0 ? (
        <span className="inline-flex items-center gap-1 rounded-full bg-clay px-2 text-sm text-white">
          <Upload aria-hidden size={14} />
          {connection.unsent}
          <span className="max-md:sr-only"> unsent</span>
        </span>
      ) : (
        <span className="sr-only">, all sent</span>
      )}
      {isStorageWarning(storage, connection.unsent) ? (
        <TriangleAlert aria-label="Storage warning" size={18} />
      ) : null}
    </button>
  )
}

/** Warnings that a cashier needs before the next sale. */
function Warning({ till: { connection, storage } }: { till: TillState }) {
  const isUnsafe = storage === 'full' || storage === 'refused'
  if (!isUnsafe && !connection.isSignedOut) return null
  return (
    <p
      role="alert"
      className="flex flex-wrap items-center gap-x-3 bg-sun px-4 py-1 font-semibold text-night"
    >
      {isUnsafe ? (
        formatStorage(storage)
      ) : (
        <>
          {connection.unsent > 0
            ? `Sign in again to send ${connection.unsent === 1 ? '1 sale' : `${connection.unsent} sales`}.`
            : 'Sign in again to send sales. Selling goes on meanwhile.'}
          <a
            href="/auth?then=%2Fadmin%2Fpos"
            onClick={onLeave}
            className="inline-flex min-h-12 items-center underline"
          >
            Sign in
          </a>
        </>
      )}
    </p>
  )
}
