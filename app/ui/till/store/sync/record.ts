import type { TillEvent } from '../../../../rules/till/till-events.ts'
import { db } from '../db.ts'

/** Puts an event on record, in the transaction that it is called in; the id is unique there. */
export const record = (thing: TillEvent, cashierName: string, isLoaded = false) =>
  db.things.add({
    id: thing.id,
    at: thing.at,
    kind: thing.kind,
    shiftId: thing.kind === 'shift-opened' ? thing.id : thing.shiftId,
    cashierName,
    thing,
    unsent: 1,
    ...(isLoaded ? { isLoaded: 1 as const } : {}),
    ...(thing.kind === 'sale' ? { uncounted: 1 } : {}),
    received: null,
  })
