import type { TillEvent } from '../../../../rules/till/till-events.ts'
import { db } from '../db.ts'

/** Records an event within the caller's transaction; its id is unique there. */
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
