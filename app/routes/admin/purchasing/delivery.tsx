import { useEffect, useRef } from 'react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { listAdminProducts } from '../../../modules/catalogue/edit/list-admin-products.ts'
import { findDelivery } from '../../../modules/purchasing/read-deliveries.ts'
import { listSupplierChoices } from '../../../modules/purchasing/suppliers.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { deliveryName } from '../../../rules/messages/purchasing/words.ts'
import { mayAct } from '../../../rules/purchasing/deliveries.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { Panel } from '../../../ui/admin/panel.tsx'
import { BookingList } from '../../../ui/admin/purchasing/booking-list.tsx'
import { DeliveryEnds } from '../../../ui/admin/purchasing/delivery-ends.tsx'
import { DeliveryForm } from '../../../ui/admin/purchasing/delivery-form.tsx'
import { DeliveryLines } from '../../../ui/admin/purchasing/delivery-lines.tsx'
import { DeliveryBadge } from '../../../ui/admin/purchasing/delivery-table.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readWord } from '../../../web/lists/list-query.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/delivery'
import { actOnDelivery } from './delivery-action.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  {
    title: `${loaderData ? deliveryName(loaderData.delivery.number) : 'Delivery'} | ${settings().name}`,
  },
]

const MOST_FOUND = 40

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = readId(params.deliveryId)
  const { searchParams } = new URL(request.url)
  const search = readWord(request, 'find') ?? ''
  const [delivery, suppliers, found] = await readTwice(() =>
    Promise.all([
      id ? findDelivery(shop.db, id) : undefined,
      listSupplierChoices(shop.db),
      search ? findProducts(shop, search) : null,
    ]),
  )
  if (!delivery) throw data(null, { status: 404 })
  return {
    delivery,
    suppliers: suppliers.filter((one) => one.isActive || one.id === delivery.supplierId),
    search,
    found,
    scanned: Number(searchParams.get('line')) || null,
  }
}

async function findProducts(shop: Shop, search: string) {
  const { rows, next } = await listAdminProducts(shop, {
    search,
    sort: 'name',
    direction: 'asc',
    after: null,
    status: null,
    category: null,
    isArchived: false,
    isLow: false,
    limit: MOST_FOUND,
  })
  return { products: rows.map(({ id, name, sku }) => ({ id, name, sku })), hasMore: next !== null }
}

/**
 * Saving a field that was left brings no new data, so input that is typed meanwhile stays. A refused booking reloads to
 * show why.
 */
export const shouldRevalidate = ({
  formData,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => {
  const intent = formData?.get('intent')
  if (intent === 'keep' && actionResult === null) return false
  return intent === 'book' || defaultShouldRevalidate
}

export const action = (args: Route.ActionArgs) => actOnDelivery(args, args.params.deliveryId)

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { delivery } = loaderData
  const booked = delivery.bookings.length
  const before = useRef(booked)
  useEffect(() => {
    // Its new state stands at the top; the button was at the foot of a long form.
    if (booked > before.current) window.scrollTo({ top: 0 })
    before.current = booked
  }, [booked])
  return (
    <>
      <PageHead
        title={`Delivery ${deliveryName(delivery.number)}`}
        back={{ to: '/admin/deliveries', label: 'Deliveries' }}
      >
        <DeliveryEnds delivery={delivery} />
      </PageHead>
      <p className="-mt-2 mb-4">
        <DeliveryBadge status={delivery.state} />
      </p>
      <div className="grid gap-6">
        {mayAct('edit', delivery.state) ? (
          <DeliveryForm {...loaderData} answer={actionData ?? null} />
        ) : (
          <DeliveryLines delivery={delivery} />
        )}
        {delivery.bookings.length > 0 ? (
          <Panel title="Booked into stock">
            <BookingList bookings={delivery.bookings} />
          </Panel>
        ) : null}
      </div>
    </>
  )
}
