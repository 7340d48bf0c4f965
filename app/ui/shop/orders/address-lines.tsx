import { formatTown, type PostalAddress } from '../../../rules/orders/orders.ts'

/** A delivery address, as it is written on the parcel. */
export const AddressLines = ({ address: to }: { address: Omit<PostalAddress, 'phone'> }) => (
  <>
    {to.firstName} {to.lastName}
    <br />
    {/* The page that an order's link opens does not show the street. */}
    {to.address ? (
      <>
        {to.address}
        <br />
      </>
    ) : null}
    {formatTown(to)}
  </>
)
