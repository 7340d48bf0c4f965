import { downloadContact } from '../../../modules/privacy/download-data.ts'
import { readContact } from '../../../rules/privacy/contact.ts'
import type { Route } from './+types/contact-file'
import { sendFile } from './send-file.ts'

/** All data that the shop holds on a person without an account, under the email or phone number of `?contact=`. */
export async function loader(args: Route.LoaderArgs) {
  const typed = new URL(args.request.url).searchParams.get('contact') ?? ''
  const contact = readContact(typed)
  if (!contact) return new Response(null, { status: 404 })
  const back = `/admin/customers?${new URLSearchParams({ contact: contact.value })}`
  const place = { name: 'personal-data.json', back }
  return sendFile(args, place, (shop, actor) => downloadContact(shop, contact, actor))
}
