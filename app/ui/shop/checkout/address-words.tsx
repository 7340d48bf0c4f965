import type { SavedAddress } from '../../../rules/checkout/checkout.ts'
import { formatTown } from '../../../rules/orders/orders.ts'

/** A saved address, and whether it is the default one. */
export const AddressWords = ({ address }: { address: SavedAddress }) => (
  <>
    <p className="font-semibold wrap-anywhere">
      {address.firstName} {address.lastName}
      {address.isDefault ? (
        <span className="ml-2 rounded-card bg-lake-wash px-2 py-0.5 text-xs text-lake-deep">
          Default
        </span>
      ) : null}
    </p>
    <p className="text-sm wrap-anywhere text-quiet">
      {address.address}, {formatTown(address)}
      <br />
      {address.phone}
    </p>
    {address.isDelivered ? null : (
      <p className="text-sm font-semibold text-alarm">
        We do not deliver to {address.district} at the moment.
      </p>
    )}
  </>
)
