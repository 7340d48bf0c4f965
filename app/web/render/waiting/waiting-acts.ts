/*
 * Actions on the cart and the wishlist that got no answer wait on the device, and are sent when the connection is back
 * (docs/decisions/0050-acts-that-wait.md). Sent twice they count once: Add to Cart by the name of its press, the others
 * because they state the intended result. Part of connection-recovery.ts, and off with it.
 */
import { SOME_PRODUCT, WAITING } from '../../../rules/messages/cart/waiting-acts.ts'
import { storeOnDevice } from '../../../ui/kit/browser/device-storage.ts'
import { makeRequestName, WAITING_EVENT } from '../../../ui/kit/request-field.tsx'

export type WaitingAct = {
  name: string
  path: string
  fields: [string, string][]
  label: string
  /** What the action is about; a later action about the same replaces it. */
  about: string | null
  /** The account that acted; null for a visitor who was not signed in. */
  owner: string | null
  since: number
  /** The reason for which the shop refused the action. */
  refusal: string | null
}

type Line = {
  id: string
  name: string
  size: string | null
  color: string | null
  quantity: number
}
type LoaderData = Record<string, unknown>
type Router = {
  state: { loaderData: LoaderData; navigation: { state: string } }
  subscribe: (listen: () => void) => () => void
  revalidate: () => Promise<void>
}

const MOST = 50
/** The shop keeps the names of presses for longer than this (`RETENTION.cartRequests`). */
const WEEK_MS = 7 * 86_400_000
const NONE: readonly WaitingAct[] = []

const isAct = (kept: Partial<WaitingAct> | null): kept is WaitingAct =>
  typeof kept?.name === 'string' &&
  typeof kept.path === 'string' &&
  typeof kept.label === 'string' &&
  Array.isArray(kept.fields) &&
  Number(kept.since) > Date.now() - WEEK_MS

export const waiting = storeOnDevice('zovala:waiting', NONE, (kept) =>
  Array.isArray(kept) ? kept.filter(isAct).slice(0, MOST) : NONE,
)
export const useWaiting = waiting.use

export const cancelAct = (name: string) =>
  waiting.change((before) => before.filter((one) => one.name !== name))

// oxlint-disable-next-line no-underscore-dangle -- the router's own name
export const findRouter = () => window.__reactRouterDataRouter as unknown as Router

export const shellOf = ({ loaderData }: Router['state']) =>
  loaderData['routes/shop/layout'] as
    | { shell: { visitor: { id: string } | null; toast: Toast | null } }
    | undefined
type Toast = { tone: string; title: string; description?: string | null }
const ownerOf = (state: Router['state']) => shellOf(state)?.shell.visitor?.id ?? null
export const isOwn = ({ owner }: WaitingAct) => owner === ownerOf(findRouter().state)

/** The subject of Clear cart, which covers each of the cart's lines. */
const CART = 'cart'
const LINE = 'line '
const isAbout = (one: WaitingAct, about: string) =>
  one.about === about || (about === CART && (one.about?.startsWith(LINE) ?? false))

/** The subject and the label of a form's action, or null for one that does not wait. */
function describe(path: string, form: FormData, { loaderData }: Router['state']) {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const { product } = (loaderData['routes/shop/catalogue/product'] ?? {}) as {
    product?: { name: string }
  }
  if (path.startsWith('/product/') && product) {
    const line = { ...product, size: read('size') || null, color: read('color') || null }
    return { about: null, label: WAITING.add(line, Number(read('quantity')) || 1) }
  }
  const wish = ['add', 'remove'].find((name) => form.has(name))
  if (path === '/wishlist' && wish) {
    // The heart has already toggled: its label offers the opposite.
    const heart = document.querySelector(`button[form][value="${CSS.escape(read(wish))}"]`)
    const [, name = SOME_PRODUCT] =
      /^\w+ (.+) \w+ wishlist$/.exec(heart?.getAttribute('aria-label') ?? '') ?? []
    return { about: `wish ${read(wish)}`, label: WAITING.wish(name, wish === 'add') }
  }
  if (path !== '/cart') return null
  const intent = read('intent')
  if (intent === 'add') return { about: null, label: WAITING['put-back']() }
  const { lines } = (loaderData['routes/shop/cart/screen'] ?? {}) as { lines?: Line[] }
  // The form names the lines that it removes (ui/shop/cart/clear-cart.tsx): products that are added meanwhile stay.
  if (intent === 'clear' && form.has('seen'))
    return { about: CART, label: WAITING.clear(lines?.reduce((sum, one) => sum + one.quantity, 0)) }
  const line = lines?.find(({ id }) => id === read('line'))
  if (!line) return null
  const about = `${LINE}${line.id}`
  if (intent === 'set-quantity')
    return { about, label: WAITING[intent](line, Number(read('to') || read('quantity'))) }
  if (intent === 'remove' || intent === 'save-for-later')
    return { about, label: WAITING[intent](line) }
  return null
}

/** Stores an action that got no answer, if it is one that may wait. */
export function keepWaiting(path: string, form: FormData | undefined) {
  const { state } = findRouter()
  const described = form && describe(path, form, state)
  if (!described) return false
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const request = fields.find(([field]) => field === 'request')?.[1]
  const name = request || makeRequestName()
  const act = { ...described, name, path, fields, owner: ownerOf(state), since: Date.now() }
  let isKept = false
  waiting.change((before) => {
    const others = before.filter((one) => one.name !== name)
    isKept = others.length < MOST
    return isKept ? [...others, { ...act, refusal: null }] : before
  })
  // The form's next press gets a new name.
  if (isKept) window.dispatchEvent(new Event(WAITING_EVENT))
  return isKept
}

/** A new action replaces what waits about the same subject. */
export async function replaceWaiting(request: Request) {
  if (!waiting.read().some(({ about }) => about)) return
  const form = await request.clone().formData()
  const about = describe(new URL(request.url).pathname, form, findRouter().state)?.about
  if (about)
    waiting.change((before) =>
      before.flatMap((one) => (isAbout(one, about) ? [] : withoutLine(one, about))),
    )
}

/**
 * Removes a changed line from a waiting Clear cart, which must not remove it any more; drops the action when no line is
 * left.
 */
function withoutLine(one: WaitingAct, about: string): WaitingAct[] {
  // In the format of rules/cart/cart.ts; an import would load that file with every page's first action.
  const seen = `${about.slice(LINE.length)}.`
  const fields = one.fields.filter(([name, value]) => name !== 'seen' || !value.startsWith(seen))
  if (fields.length === one.fields.length) return [one]
  return fields.some(([name]) => name === 'seen')
    ? [{ ...one, fields, label: WAITING.clear() }]
    : []
}
