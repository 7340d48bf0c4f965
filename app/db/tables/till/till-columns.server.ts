import { boolean, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idOf } from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'

/** A reference to an account, which cannot be deleted as long as this row exists. */
export const userRef = () => idOf(() => users.id, 'restrict')
export const requiredUserRef = () => userRef().notNull()

/** The session's account that sent an event, its device, whether the device's key signed it, and when it arrived. */
export const origin = () => ({
  sentBy: userRef(),
  deviceId: uuid(),
  isSigned: boolean().notNull().default(false),
  receivedAt: createdAt(),
})
