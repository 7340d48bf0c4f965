import { deleteOlder } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { cartItems, cartRequests } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Deletes a batch of cart lines that are too old; returns how many. */
export const deleteOldLines = (db: Db, limit: number) =>
  deleteOlder(db, cartItems, RETENTION.cartLines, limit)

/** Deletes a batch of presses that no device sends again; returns how many. */
export const deleteOldRequests = (db: Db, limit: number) =>
  deleteOlder(db, cartRequests, RETENTION.cartRequests, limit)
