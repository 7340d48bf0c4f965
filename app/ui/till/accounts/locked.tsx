import { useState } from 'react'
import { ButtonLink } from '../../kit/button.tsx'
import { MainPress, Press } from '../kit/buttons.tsx'
import { PinField } from '../kit/number-pad.tsx'
import { RoomCard } from '../kit/room.tsx'
import { wasDone } from '../notify.ts'
import { unlock } from '../store/accounts/access.ts'
import type { TillState } from '../store/state.ts'
import { onLeave } from './leave.ts'

const SIGN_IN = '/auth?then=%2Fadmin%2Fpos'

/** Somebody who has used this till before unlocks it with a PIN, with or without a network. */
export function Locked({ till: { people, connection } }: { till: TillState }) {
  const [personId, setPersonId] = useState(people[0]?.id ?? '')
  const [pin, setPin] = useState('')
  const [isTrying, setTrying] = useState(false)
  const chosen = people.find(({ id }) => id === personId) ?? people[0]
  if (!chosen) return null
  const open = async () => {
    if (isTrying || pin.length < 4) return
    setTrying(true)
    wasDone(await unlock(chosen.id, pin))
    setTrying(false)
    setPin('')
  }
  return (
    <RoomCard title="The till is locked">
      <div role="radiogroup" aria-label="Who are you?" className="grid gap-2">
        {people.map(({ id, name }) => (
          <label
            key={id}
            className="flex min-h-12 items-center gap-3 rounded-card border border-edge px-4 font-semibold has-checked:border-lake has-checked:bg-lake-wash has-focus-visible:outline-3 has-focus-visible:outline-lake"
          >
            <input
              type="radio"
              name="person"
              className="size-5 accent-lake"
              checked={id === chosen.id}
              onChange={() => setPersonId(id)}
            />
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      </div>
      <PinField
        key={chosen.id}
        isFirst
        label={`PIN of ${chosen.name}`}
        pin={pin}
        onPin={setPin}
        onEnter={() => void open()}
      />
      <MainPress isBusy={isTrying} disabled={pin.length < 4} onClick={() => void open()}>
        {isTrying ? 'Checking…' : 'Unlock'}
      </MainPress>
      <p className="text-sm text-quiet">
        {connection.isOnline ? (
          <>
            Not in the list, or PIN forgotten?{' '}
            <a
              href={SIGN_IN}
              onClick={onLeave}
              className="inline-flex min-h-12 items-center font-semibold text-lake underline"
            >
              Sign in
            </a>
          </>
        ) : (
          'Not in the list? Signing in needs the network.'
        )}
      </p>
    </RoomCard>
  )
}

/** Shown while nobody is signed in and nobody can unlock by PIN. A sign-in in another tab lets them in. */
export function SignIn({ till: { connection, storage } }: { till: TillState }) {
  const { isOnline, unsent } = connection
  if (storage === 'refused')
    return (
      <RoomCard
        title="This browser keeps nothing"
        text="No sale can be kept safely. Leave private browsing, or allow storage for this site, then open the till again."
      >
        <Press onClick={() => location.reload()}>Try again</Press>
      </RoomCard>
    )
  return (
    <RoomCard
      title="Sign in to open the till"
      text={
        isOnline
          ? 'Nobody has set a PIN on this device yet.'
          : 'There is no network, and nobody has set a PIN on this device while there was one.'
      }
    >
      {unsent > 0 ? (
        <p className="font-semibold">
          {unsent === 1 ? '1 entry is' : `${unsent} entries are`} kept on this device until then.
        </p>
      ) : null}
      {isOnline ? (
        <ButtonLink reloadDocument to={SIGN_IN} onClick={onLeave} tone="clay" size="lg">
          Sign in
        </ButtonLink>
      ) : (
        <Press onClick={() => location.reload()}>Try again</Press>
      )}
    </RoomCard>
  )
}
