import { randomUUID } from 'node:crypto'
import { listMessages } from '../../../modules/orders/messages/list-messages.ts'
import { listSentences } from '../../../modules/orders/messages/ready-sentences.ts'
import { orderLink } from '../../../modules/orders/order-link.ts'
import { listPicking } from '../../../modules/orders/parcels/list-picking.ts'
import { openLinkOf } from '../../../modules/orders/parcels/rider-link.ts'
import { listShipments } from '../../../modules/orders/shipments/list-shipments.ts'
import { listStaffNotes } from '../../../modules/orders/staff/add-note.ts'
import {
  type AdminOrderDetails,
  findAdminOrder,
  listHistory,
} from '../../../modules/orders/staff/find-admin-order.ts'
import { listAttempts } from '../../../modules/payments/payments.ts'
import { listRefunds } from '../../../modules/refunds/list-refunds.ts'
import { proposeWallet } from '../../../modules/refunds/payouts/wallets.ts'
import { listReturnPhotos } from '../../../modules/returns/list-photos.ts'
import { listExchanges, listReturns } from '../../../modules/returns/list-returns.ts'
import { listOpenDrawers } from '../../../modules/till/shifts/drawer-cash.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { PanelPart } from '../../../rules/orders/panel-parts.ts'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'

/** One order in its panel, with its open part; `shown` is null when that part could not be read. */
export async function openOrder(args: Route.LoaderArgs, number: string, part: PanelPart) {
  const shop = args.context.get(shopContext)
  const order = await readPart(shop, 'order', () => findAdminOrder(shop.db, number))
  if (!order) return null
  const { move } = order
  const leftMs = move?.version === order.version ? move.until.getTime() - shop.now().getTime() : 0
  const undo = move && leftMs > 0 ? { move: move.id, leftMs } : null
  const link = orderLink(shop.config, order, 'without-code')
  const shown = await readPart(shop, part, () => readShown(args, order, part))
  return { ...order, undo, link, part, shown }
}

/** The data that a part of the panel shows. */
async function readShown(args: Route.LoaderArgs, order: AdminOrderDetails, part: PanelPart) {
  const shop = args.context.get(shopContext)
  const { db } = shop
  const { id } = order
  if (part === 'order') return { part, ...(await readContent(shop, order)) }
  if (part === 'messages') {
    const [messages, sentences] = await Promise.all([listMessages(db, id), listSentences(db)])
    return { part, messages, sentences }
  }
  if (part === 'returns') return { part, ...(await readReturns(shop, order)) }
  if (part === 'money') {
    const [refunds, ways, visitor] = await Promise.all([
      listRefunds(db, id),
      readWays(shop, order),
      findVisitor(args.context),
    ])
    const userId = visitor?.userId ?? ''
    return { part, refunds, ...ways, userId, isOwn: order.userId === userId }
  }
  const [attempts, history] = await Promise.all([
    listAttempts(db, { orderId: id }),
    listHistory(db, id),
  ])
  return { part, attempts, history }
}

/** The items of the order, its parcels, and the staff's notes. */
async function readContent(shop: Shop, order: AdminOrderDetails) {
  const { id } = order
  const [lines, parcels, staffNotes, attempts] = await Promise.all([
    listPicking(shop, order.lines),
    listShipments(shop.db, [id]),
    listStaffNotes(shop.db, id),
    order.reviewReason ? listAttempts(shop.db, { orderId: id }) : [],
  ])
  const riderUrl = openLinkOf(shop, order, parcels)
  return { lines, parcels, staffNotes, attempts, nextParcel: randomUUID(), riderUrl }
}

async function readReturns(shop: Shop, order: AdminOrderDetails) {
  const { db } = shop
  const isSent = order.status === 'shipped' || order.status === 'delivered'
  const [returns, choices, ways] = await Promise.all([
    listReturns(db, order.id),
    isSent ? listExchanges(db, order.lines, 'staff') : {},
    readWays(shop, order),
  ])
  const photos = returns.rows.length > 0 ? await listReturnPhotos(shop, order.id) : []
  return { returns, choices, photos, ...ways, nextReturn: randomUUID() }
}

/** The ways to refund: the open drawers and a wallet, with the id of the next refund. */
async function readWays({ db, config }: Shop, order: AdminOrderDetails) {
  const [drawers, wallet] = await Promise.all([listOpenDrawers(db), proposeWallet(db, order)])
  return { drawers, wallet, canPayOut: config.payments !== 'off', nextRefund: randomUUID() }
}
