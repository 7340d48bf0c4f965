import { isReachable } from '../../rules/orders/order-draft.ts'

/** An email address that wraps at the @, not within a name. */
export function Email({ address }: { address: string }) {
  if (address && !isReachable(address)) return 'No email'
  const at = address.lastIndexOf('@')
  return at < 1 ? (
    address
  ) : (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
