import type { PostalAddress } from '../../../rules/orders/orders.ts'

/** Where a parcel goes, as it is written on it. */
export const AddressLines = ({
  address: { firstName, lastName, address, city, district },
}: {
  address: Omit<PostalAddress, 'phone'>
}) => (
  <>
    {firstName} {lastName}
    <br />
    {/* Not in what a link tells of an order. */}
    {address ? (
      <>
        {address}
        <br />
      </>
    ) : null}
    {city === district ? city : `${city}, ${district}`}
  </>
)
