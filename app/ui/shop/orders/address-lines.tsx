import type { PostalAddress } from '../../../rules/orders/orders.ts'

/** A delivery address, as it is written on the parcel. */
export const AddressLines = ({
  address: { firstName, lastName, address, city, district },
}: {
  address: Omit<PostalAddress, 'phone'>
}) => (
  <>
    {firstName} {lastName}
    <br />
    {/* The page that an order's link opens does not show the street. */}
    {address ? (
      <>
        {address}
        <br />
      </>
    ) : null}
    {city === district ? city : `${city}, ${district}`}
  </>
)
