import { downloadData } from '../../../modules/privacy/download-data.ts'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { jsonFile } from '../../../web/lists/json-file.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/data-file'

/** All that the shop holds on one person, to answer their request. */
export async function loader(args: Route.LoaderArgs) {
  const actor = await requireActor(args)
  const id = readId(args.params.userId)
  const file = id && (await downloadData(args.context.get(shopContext), id, { actor }))
  return file ? jsonFile('customer-data.json', file) : new Response(null, { status: 404 })
}
