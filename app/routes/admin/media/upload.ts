import { storePicture } from '../../../modules/media/store-picture.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { shopContext } from '../../../web/context.ts'
import { json, jsonRefusal, methodNotAllowed } from '../../../web/responses.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/upload'
import { receiveUpload } from './read-upload.ts'

export const loader = () => methodNotAllowed('POST')

/** Stores one picture file at once; the form that uses it sends only its id (docs/product.md, Media). */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const { userId } = await requireActor(args)
  const shop = args.context.get(shopContext)
  const stored = await receiveUpload(args.request, userId, (bytes, folder) =>
    storeUpload(shop, bytes, folder),
  )
  if (!stored.ok) return jsonRefusal(stored)
  const { id, src, width, height, tint, widths } = stored.picture
  return json({ id, url: src, width, height, tint, widths })
}

type Store = typeof storePicture
async function storeUpload(
  shop: Parameters<Store>[0],
  bytes: Buffer,
  folder: Parameters<Store>[2],
): Promise<Awaited<ReturnType<Store>> | Refusal<'images-failed' | 'image-failed'>> {
  try {
    return await storePicture(shop, bytes, folder)
  } catch (error) {
    shop.log.error({ error }, 'picture not stored')
    return { ok: false, reason: folder === 'products' ? 'images-failed' : 'image-failed' }
  }
}
