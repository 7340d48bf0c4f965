import { downloadData } from '../../../modules/privacy/download-data.ts'
import { readId } from '../../../web/forms/read-form.ts'
import type { Route } from './+types/data-file'
import { sendFile } from './send-file.ts'

/** All data that the shop holds on one person, to answer their request. */
export async function loader(args: Route.LoaderArgs) {
  const id = readId(args.params.userId)
  if (!id) return new Response(null, { status: 404 })
  const place = { name: 'customer-data.json', back: `/admin/customers?person=${id}` }
  return sendFile(args, place, (shop, actor) => downloadData(shop, id, { actor }))
}
