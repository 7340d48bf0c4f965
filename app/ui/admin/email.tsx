import { isReachable } from '../../rules/orders/order-draft.ts'

/** An email address that wraps after a dot of the name, and at the @. */
export function Email({ address }: { address: string }) {
  if (address && !isReachable(address)) return 'No email'
  const at = address.lastIndexOf('@')
  const dot = address.lastIndexOf('.', at) + 1
  return at < 1 ? (
    address
  ) : (
    <>
      {address.slice(0, dot)}
      <wbr />
      {address.slice(dot, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
