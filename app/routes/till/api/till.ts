import { z } from 'zod'
import { renameTill } from '../../../modules/till/devices/claim-till.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { json, jsonRefusal } from '../../../web/responses.ts'
import { actAtTill, onlyPost, tillName } from './endpoint.ts'

const body = z.object({ name: tillName })

export const loader = onlyPost

/** `POST /admin/pos/tills/{id}`: renames a till; admins only. */
export const action = actAtTill(body, async ({ shop, actor }, { name }, _request, { tillId }) => {
  const id = readId(tillId ?? null)
  if (!id) return jsonRefusal('not-found')
  const renamed = await renameTill(shop.db, actor, { tillId: id, name })
  return renamed.ok ? json({ till: renamed.till }) : jsonRefusal(renamed)
})
