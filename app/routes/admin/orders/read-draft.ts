import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { listAdminProducts } from '../../../modules/catalogue/edit/list-admin-products.ts'
import type { DraftLine } from '../../../modules/checkout/drafts/order-draft.ts'
import {
  type DraftHoldings,
  type ShownDraft,
  showDraft,
} from '../../../modules/checkout/drafts/show-draft.ts'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { activeCouriers, formatPlace, placesOf } from '../../../rules/checkout/delivery.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { draftUnitsError } from '../../../rules/messages/orders/changes.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { checkDraft } from '../../../rules/orders/check-draft.ts'
import {
  DRAFT_FIELDS,
  type DraftValues,
  EMPTY_DRAFT,
  MOST_DRAFT_PRODUCTS,
  MOST_DRAFT_UNITS,
} from '../../../rules/orders/order-draft.ts'
import { readUnits } from '../../../rules/stock/stock-changes.ts'
import { PICKUP_ID } from '../../../shop.ts'
import type { CourierWay, DraftState } from '../../../ui/admin/orders/drafts/draft-form.tsx'
import { readId, readText, readTexts, readValues, version } from '../../../web/forms/read-form.ts'

/** The sent form of an order that staff type in. */
export type SentDraft = {
  values: DraftValues
  products: string[]
  units: Map<string, number>
  /** What was typed at a size and is no number of units. */
  unread: Map<string, string>
  key: string
  /** Only for an existing order: what it holds, and its version as the actor saw it. */
  held?: DraftHoldings
  version?: number | null
}

export const emptyDraft = (): SentDraft => ({
  values: EMPTY_DRAFT,
  products: [],
  units: new Map(),
  unread: new Map(),
  key: randomUUID(),
})

export function readDraft(form: FormData): SentDraft {
  const products = readTexts(form, 'product').flatMap((text) => readId(text) ?? [])
  const units = new Map<string, number>()
  const unread = new Map<string, string>()
  for (const name of form.keys()) {
    const variantId = name.startsWith('n:') ? readId(name.slice(2)) : null
    const text = readText(form, name, 20)
    if (!variantId || text === '') continue
    const count = readUnits(text)
    if (count === null || count > MOST_DRAFT_UNITS) unread.set(variantId, text)
    else if (count > 0) units.set(variantId, count)
  }
  return {
    values: readValues(form, DRAFT_FIELDS),
    products: [...new Set(products)].slice(0, MOST_DRAFT_PRODUCTS),
    units,
    unread,
    key: readId(readText(form, 'key')) ?? randomUUID(),
    version: version.safeParse(readText(form, 'version')).data ?? null,
  }
}

/** The form rendered again with its total; `more`: search results, a scanned product or errors. */
export async function renderDraft(
  shop: Shop,
  draft: SentDraft,
  more: Partial<Pick<DraftState, 'search' | 'found' | 'scanned' | 'errors'>> & {
    refusal?: Message
  } = {},
): Promise<DraftState> {
  const { values, products, units, unread, key, held } = draft
  const [courierId = ''] = values.delivery.split('|')
  const { codeRefusal, ...shown } = await showDraft(shop, {
    products,
    units,
    courierId,
    code: values.code,
    ...(held && { held }),
  })
  const words = codeRefusal && formatRefusal(codeRefusal)
  return {
    values,
    units: Object.fromEntries(units),
    unread: Object.fromEntries(unread),
    shown,
    codeError: words && (words.description ?? words.title),
    errors: more.errors ?? {},
    refusal: more.refusal ?? null,
    search: more.search ?? '',
    found: more.found ?? null,
    scanned: more.scanned ?? null,
    key,
    version: draft.version ?? null,
  }
}

/** The customer's details when every field can be read; otherwise an error for each that cannot. */
export function checkSent({ values, unread }: SentDraft): ReturnType<typeof checkDraft> {
  const checked = checkDraft(values)
  return checked.ok && unread.size > 0 ? { ok: false, errors: {} } : checked
}

/** The form rendered again with an error beside each field, and the first error above. */
export async function refuseDraft(shop: Shop, draft: SentDraft, errors: DraftState['errors']) {
  const [message = draftUnitsError] = draft.unread.size > 0 ? [] : Object.values(errors)
  const refusal = formatRefusal({ reason: 'details-missing', message })
  const status = statusOf('details-missing')
  return data(await renderDraft(shop, draft, { errors, refusal }), { status })
}

const MOST_FOUND = 40

/** A press in the form that changes it: a product is searched, added or removed. Null for Save. */
export async function changeDraft(shop: Shop, draft: SentDraft, form: FormData) {
  const [act = '', about = ''] = readText(form, 'intent').split(':')
  if (act === 'save') return null
  const search = readText(form, 'find', 100)
  if (act === 'find' && search) {
    const scanned = await findScanned(shop.db, search)
    if (scanned) return add(shop, draft, scanned.productId, scanned.variantId)
    const page = await listAdminProducts(shop, {
      search,
      sort: 'name',
      direction: 'asc',
      after: null,
      status: 'active',
      category: null,
      isArchived: false,
      isLow: false,
      limit: MOST_FOUND,
    })
    const products = page.rows.map(({ id, name, sku }) => ({ id, name, sku }))
    const found = { products, hasMore: page.next !== null }
    return renderDraft(shop, draft, { search, found })
  }
  const id = readId(about)
  if (act === 'add' && id) return add(shop, draft, id, null)
  if (act === 'drop') {
    const products = draft.products.filter((one) => one !== about)
    return renderDraft(shop, { ...draft, products })
  }
  return renderDraft(shop, draft)
}

async function add(shop: Shop, draft: SentDraft, productId: string, variantId: string | null) {
  const isThere = draft.products.includes(productId)
  if (!isThere && draft.products.length >= MOST_DRAFT_PRODUCTS)
    return renderDraft(shop, draft, {
      refusal: formatRefusal({ reason: 'draft-full', most: MOST_DRAFT_PRODUCTS }),
    })
  const products = isThere ? draft.products : [productId, ...draft.products]
  const rendered = await renderDraft(shop, { ...draft, products })
  const sizes = rendered.shown.products.find(({ id }) => id === productId)?.sizes ?? []
  // A product of a single size is added at once.
  const meant = variantId ?? (sizes.length === 1 && !isThere ? sizes[0]?.variantId : null)
  if (!meant) return rendered
  const units = new Map(draft.units).set(meant, (draft.units.get(meant) ?? 0) + 1)
  return renderDraft(shop, { ...draft, products, units }, { scanned: variantId })
}

/** The lines of a draft: the chosen sizes of its products, with the shop's current data. */
export const linesOf = (
  { products }: ShownDraft | DraftState['shown'],
  units: SentDraft['units'],
) =>
  products.flatMap(({ id, sizes }): DraftLine[] =>
    sizes.flatMap(({ variantId }) => {
      const quantity = units.get(variantId)
      return quantity ? [{ productId: id, variantId, quantity }] : []
    }),
  )

/** Every delivery way that the form offers. */
export const listWays = (): CourierWay[] =>
  activeCouriers().flatMap((courier) => {
    const { id: courierId, name: courierName, price } = courier
    const depots = courierId === PICKUP_ID ? [] : placesOf(courier)
    return [
      { value: courierId, place: null, courierId, courierName, price },
      ...depots.map((place) => ({
        value: `${courierId}|${formatPlace(place)}`,
        place: formatPlace(place),
        courierId,
        courierName,
        price,
      })),
    ]
  })
