import type { Shop } from '../../platform/shop.server.ts'
import { smallJpegOf } from '../../rules/media/pictures.ts'
import { formatLinePicture } from '../../rules/messages/catalogue/choice.ts'
import type { EmailContent, EmailPicture } from '../../rules/messages/emails/content.ts'
import { withThumbnails } from './find-thumbnails.ts'

type MailShop = Pick<Shop, 'db' | 'storage' | 'cached' | 'log' | 'config'>

/**
 * The pictures beside the lines of an email, in each line's color where there is one: absolute addresses of small
 * JPEGs. Reads them when the email is sent, so that no order waits for them; no pictures when they cannot be read.
 */
export async function findEmailPictures(
  shop: MailShop,
  { block }: EmailContent,
): Promise<(EmailPicture | null)[]> {
  const lines = block?.lines ?? []
  const products = lines.flatMap(([, , product]) => (product ? [product] : []))
  if (products.length === 0) return []
  const found = await withThumbnails(shop, products)
  return lines.map(([, , product]) => {
    const picture = product && found[products.indexOf(product)]?.picture
    if (!picture) return null
    const { src, widths, alt, tint } = picture
    return {
      src: new URL(smallJpegOf(src, widths), shop.config.baseUrl).href,
      alt,
      tint,
      note: formatLinePicture(picture),
    }
  })
}
