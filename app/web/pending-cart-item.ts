import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { shopCookie } from './shop-cookie.ts'

type Context = Readonly<RouterContextProvider>

const schema = z.object({
  variantId: z.uuid(),
  quantity: z.int().min(1).max(999),
  // A sign-in whose answer is lost is sent again, with this cookie; the name makes it add the item once.
  request: z.uuid(),
})
/** The item that a signed-out visitor asked to add to the cart. */
export type PendingCartItem = z.infer<typeof schema>

// Signed, so that nobody can fill another person's cart with a link.
const cookie = (context: Context) => shopCookie(context, 'wanted', 3600)

/** The cookie that keeps the item until the sign-in, for an hour. */
export const keepPendingItem = (context: Context, item: Omit<PendingCartItem, 'request'>) =>
  cookie(context).serialize({ ...item, request: randomUUID() })

/** The item from before the sign-in, if any, and the cookie that deletes it. */
export async function takePendingItem(request: Request, context: Context) {
  const read: unknown = await cookie(context).parse(request.headers.get('cookie'))
  const parsed = schema.safeParse(read)
  return {
    item: parsed.success ? parsed.data : null,
    forget: await cookie(context).serialize('', { maxAge: 0 }),
  }
}
