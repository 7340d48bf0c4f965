import type { AdminOrderDetails } from '../../../../modules/orders/staff/find-admin-order.ts'
import { formatDateTime } from '../../../../rules/dates.ts'
import { isPickup } from '../../../../rules/messages/checkout/delivery.ts'
import { writeRiderChat } from '../../../../rules/messages/orders/rider.ts'
import {
  isForRider,
  LONGEST_RIDER,
  RIDER_LINK_DAYS,
  riderLinkEnd,
} from '../../../../rules/orders/rider-link.ts'
import { chatLink } from '../../../../rules/phone.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import { TextField } from '../../../kit/field.tsx'
import { ActForm } from '../../../kit/forms/act-form.tsx'
import { CopyButton } from '../../copy-button.tsx'
import { FoldedPart } from '../../list/side-panel.tsx'

/** `riderUrl`: the newest link while it is valid. */
type Carried = AdminOrderDetails & { riderUrl: string | null }

/**
 * The link by which a person without an account hands the parcel over: made for whoever brings it, to be forwarded
 * to them.
 */
export const RiderLink = ({ order }: { order: Carried }) =>
  !isForRider(order) || isPickup(order) ? null : (
    <FoldedPart title="Link for the rider" isOpen={order.riderUrl !== null}>
      {order.riderUrl ? (
        <NewestLink order={order} url={order.riderUrl} />
      ) : (
        <LastLink order={order} />
      )}
      <ActForm
        key={order.riderLinkVersion}
        about={{ order: order.id, link: order.riderLinkVersion }}
        className="flex flex-wrap items-end gap-2"
      >
        <TextField
          label="Who brings it: rider or depot"
          name="rider"
          required
          maxLength={LONGEST_RIDER}
          autoComplete="off"
          className="grow basis-40"
        />
        <Button tone={order.riderUrl ? 'plain' : 'lake'} name="intent" value="rider-link">
          {order.riderUrl ? 'Make a new link' : 'Make link'}
        </Button>
        <p className="basis-full text-sm text-quiet">
          {order.riderUrl
            ? 'A new one ends the one from before.'
            : `Whoever has it types the customer’s code at the door or the depot, without an account. It shows order number, first name and town. It ends with the delivery, or after ${RIDER_LINK_DAYS} days, and stands as a QR code on the packing slip.`}
        </p>
      </ActForm>
    </FoldedPart>
  )

const LastLink = ({ order: { riderLinkAt, riderName } }: { order: Carried }) =>
  riderLinkAt ? (
    <p className="mb-3 wrap-anywhere">
      The link for <span className="font-semibold">{riderName}</span> has ended. Make a new one for
      what is still to be handed over.
    </p>
  ) : null

const NewestLink = ({ order, url }: { order: Carried; url: string }) => (
  <div className="mb-3">
    <p className="wrap-anywhere">
      Made for <span className="font-semibold">{order.riderName}</span>
      {order.riderLinkAt ? `, holds until ${formatDateTime(riderLinkEnd(order.riderLinkAt))}` : ''}
    </p>
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <ButtonLink
        to={chatLink(writeRiderChat(order.orderNumber, url))}
        target="_blank"
        rel="noreferrer"
      >
        Send by WhatsApp
      </ButtonLink>
      <CopyButton text={url} label="Copy link" />
    </div>
  </div>
)
