import { z } from 'zod'
import { ingestEvents } from '../../../modules/till/events/ingest-events.ts'
import { MOST_EVENTS } from '../../../rules/till/till-events.ts'
import { json, mendText } from '../../../web/responses.ts'
import { actAtTill, onlyPost } from './endpoint.ts'

// Each event is parsed by itself, so that an unreadable event does not stop the others.
const body = z.object({ deviceId: z.uuid(), things: z.array(z.unknown()).max(MOST_EVENTS) })

export const loader = onlyPost

/** `POST /admin/pos/upload`: the events of a till, in their order; safe to send again. */
export const action = actAtTill(
  body,
  async ({ shop, actor }, { deviceId, things }) =>
    json({ received: await ingestEvents(shop, { ...actor, deviceId }, things) }),
  mendText,
)
