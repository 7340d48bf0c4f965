import { boolean, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idOf } from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'

/** Somebody who has an account; kept as long as what they did is. */
export const userRef = () => idOf(() => users.id, 'restrict')
export const requiredUserRef = () => userRef().notNull()

/** Whose session sent an event, from which device, whether that device's key had signed it, and when it came. */
export const origin = () => ({
  sentBy: userRef(),
  deviceId: uuid(),
  isSigned: boolean().notNull().default(false),
  receivedAt: createdAt(),
})
