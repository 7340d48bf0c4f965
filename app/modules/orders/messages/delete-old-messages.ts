import { deleteOlder } from '../../../db/older-than.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { orderMessages } from '../../../db/tables.server.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'

/** Deletes a batch of messages about orders past the retention time; returns how many. */
export const deleteOldMessages = (db: Db, limit: number) =>
  deleteOlder(db, orderMessages, RETENTION.orderMessages, limit)
