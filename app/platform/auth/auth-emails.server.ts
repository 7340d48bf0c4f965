import type { Tx } from '../../db/open.server.ts'
import type { Device } from './account-events.server.ts'

export type NewDevice = Device & { at: Date; byPasskey: boolean }

/** The emails that authentication sends. */
export type AuthEmails = {
  confirmAddress(to: string, name: string, url: string): Promise<void>
  alreadyHasAccount(to: string, name: string): Promise<void>
  resetPassword(to: string, name: string, url: string): Promise<void>
  passwordChanged(db: Tx, to: string, name: string, passkeys: number): Promise<void>
  recoveryCodeUsed(to: string, name: string, left: number): Promise<void>
  newDevice(to: string, name: string, signIn: NewDevice): Promise<void>
}
