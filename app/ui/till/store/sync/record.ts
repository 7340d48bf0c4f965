import type { TillEvent } from '../../../../rules/till/till-events.ts'
import { db } from '../db.ts'

/** Puts an event on record, in the transaction that it is called in; the id is unique there. */
export const record = (event: TillEvent, cashierName: string, isLoaded = false) =>
  db.events.add({
    id: event.id,
    at: event.at,
    kind: event.kind,
    shiftId: event.kind === 'shift-opened' ? event.id : event.shiftId,
    cashierName,
    thing: event,
    unsent: 1,
    ...(isLoaded ? { isLoaded: 1 as const } : {}),
    ...(event.kind === 'sale' ? { uncounted: 1 } : {}),
    received: null,
  })
