import { useState, useSyncExternalStore } from 'react'
import { PASSKEY_FAILED, PASSKEY_TROUBLES } from '../../../rules/messages/accounts/passkeys.ts'
import { isBroken, notifyNoConnection } from '../../../web/render/connection.ts'
import { ask as load } from '../browser/retry.ts'

const never = () => () => {}

/**
 * Whether this browser can sign with passkeys; false in the page as it was sent, so that no button is shown that
 * does nothing.
 */
export const useHasPasskeys = () =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  )

type Library = typeof import('@simplewebauthn/browser')
const loadLibrary = () => import('@simplewebauthn/browser')

/**
 * Asks the device for a passkey with a small library, which is loaded at the first press. `act` returns what the device
 * has signed as text, or null: then `trouble` has the reason, or a toast says that there is no connection.
 */
export function usePasskeys() {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  async function act(ask: (library: Library) => Promise<unknown>): Promise<string | null> {
    setIsBusy(true)
    setTrouble(null)
    try {
      return JSON.stringify(await ask(await load(loadLibrary)))
    } catch (error) {
      const name = error instanceof Error ? error.name : ''
      if (isBroken(error)) notifyNoConnection()
      else setTrouble(PASSKEY_TROUBLES[name] ?? PASSKEY_FAILED)
      return null
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, trouble, act }
}
