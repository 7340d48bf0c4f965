import { useState } from 'react'
import { mayRunShop } from '../../../rules/accounts/roles.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Press } from '../kit/buttons.tsx'
import { RoomCard } from '../kit/room.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { ChooseWhen } from '../printing/choose-when.tsx'
import { claimTill } from '../store/accounts/access.ts'
import { askStart } from '../store/start.ts'
import type { OfferedTill, TillState } from '../store/state.ts'
import { TillName } from './till-name.tsx'

/** First run on a device: asks which till it is. Only an admin takes over a till that another device has claimed. */
export function ChooseTill({ till: { tills, person, connection, lostTill } }: { till: TillState }) {
  const [isBusy, setBusy] = useState(false)
  const mayTakeOver = person !== null && mayRunShop(person.role)
  const claim = async (requested: string, takeOver: boolean) => {
    setBusy(true)
    const done = await claimTill(requested, takeOver)
    if (wasDone(done)) notifySuccess('till-ready', done.till)
    setBusy(false)
  }
  const [pending, setPending] = useState<OfferedTill | null>(null)
  const askAbout = async (till: OfferedTill) => {
    setBusy(true)
    // The list may be hours old.
    await askStart()
    setBusy(false)
    setPending(till)
  }
  const asked = pending && tills.find(({ id }) => id === pending.id)
  return (
    <RoomCard
      title="Which till is this?"
      text={
        connection.isOnline
          ? 'Its name stands on receipts and in reports. One device is one till.'
          : 'This needs the network once. Please try again when it is back.'
      }
    >
      {lostTill === null ? null : (
        <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
          Another device is {lostTill} now.{' '}
          {connection.unsent === 0
            ? 'What was sold here has been sent.'
            : 'What was sold here is kept, and is sent when the network is back.'}
        </p>
      )}
      <ChooseWhen />
      {tills.length > 0 ? (
        <ul className="grid gap-2">
          {tills.map((till) => {
            const isOthers = till.isTaken && !till.isMine
            return (
              <li key={till.id}>
                <Press
                  className="w-full gap-x-4 text-left max-sm:flex-col max-sm:items-start max-sm:gap-0 max-sm:py-2"
                  disabled={isBusy || !connection.isOnline || (isOthers && !mayTakeOver)}
                  onClick={() => void (isOthers ? askAbout(till) : claim(till.name, false))}
                >
                  <span className="mr-auto max-w-full min-w-0 wrap-anywhere">{till.name}</span>
                  <span className="shrink-0 text-sm font-normal text-quiet">
                    {isOthers
                      ? mayTakeOver
                        ? 'Take over from another device'
                        : 'On another device'
                      : 'Free'}
                  </span>
                </Press>
              </li>
            )
          })}
        </ul>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={`Take over ${asked.name}?`}
          text={<TakeOverText till={asked} />}
          act="Take over"
          isBusy={isBusy}
          onNo={() => setPending(null)}
          onYes={() => void claim(asked.name, true).then(() => setPending(null))}
        />
      ) : null}
      <TillName
        label={tills.length > 0 ? 'Or a new till' : 'Name of this till'}
        act="Use this name"
        isPossible={!isBusy && connection.isOnline}
        onName={(name) => claim(name, false)}
      />
    </RoomCard>
  )
}

/** Whose shift is open at that till, as far as the server knows, and what happens to its other device. */
const TakeOverText = ({ till: { shift, lastSeenAt } }: { till: OfferedTill }) => (
  <>
    <p>
      {shift
        ? `${shift.openedBy} has had a shift open there since ${formatDateTime(shift.openedAt)}. It goes on here.`
        : 'No shift is open there.'}{' '}
      {lastSeenAt
        ? `Its device was last seen ${formatDateTime(lastSeenAt)}.`
        : 'Its device has never connected.'}
    </p>
    <p className="mt-2">
      That device is told as soon as it is online, and stops selling. It keeps what it has not sent
      yet, and sends it.
    </p>
  </>
)
