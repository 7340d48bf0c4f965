import { z } from 'zod'
import { ingestEvents } from '../../../modules/till/events/ingest-events.ts'
import { MOST_EVENTS } from '../../../rules/till/till-events.ts'
import { json, mendText } from '../../../web/responses.ts'
import { actAtTill, onlyPost } from './endpoint.ts'

// Each event is read by itself: one that nobody can read keeps none of the others from being taken.
const body = z.object({ deviceId: z.uuid(), things: z.array(z.unknown()).max(MOST_EVENTS) })

export const loader = onlyPost

/** `POST /admin/pos/upload`: what happened at a till, in its order; safe to send again. */
export const action = actAtTill(
  body,
  async ({ shop, actor }, { deviceId, things }) =>
    json({ received: await ingestEvents(shop, { ...actor, deviceId }, things) }),
  mendText,
)
