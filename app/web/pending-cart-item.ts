import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { shopCookie } from './shop-cookie.ts'

type Context = Readonly<RouterContextProvider>

const schema = z.object({
  variantId: z.uuid(),
  quantity: z.int().min(1).max(999),
  // A sign-in whose answer is lost is sent again, with this cookie: it adds once.
  request: z.uuid(),
})
/** What a signed-out visitor asked to add to the cart. */
export type PendingCartItem = z.infer<typeof schema>

// Signed: nobody fills another's cart with a link.
const cookie = (context: Context) => shopCookie(context, 'wanted', 3600)

/** The cookie that keeps the item until the sign-in, for an hour. */
export const keepPendingItem = (context: Context, item: Omit<PendingCartItem, 'request'>) =>
  cookie(context).serialize({ ...item, request: randomUUID() })

/** The item of before the sign-in, if anything, and the cookie that forgets it. */
export async function takePendingItem(request: Request, context: Context) {
  const read: unknown = await cookie(context).parse(request.headers.get('cookie'))
  const parsed = schema.safeParse(read)
  return {
    item: parsed.success ? parsed.data : null,
    forget: await cookie(context).serialize('', { maxAge: 0 }),
  }
}
