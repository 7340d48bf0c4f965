import type { SavedAddress } from '../../../rules/checkout/checkout.ts'
import { Button } from '../../kit/button.tsx'
import { AddressWords } from './address-words.tsx'
import { Section } from './section.tsx'

/** Saved addresses: one press fills in the fields above. */
export function SavedAddresses({
  addresses,
  onUse,
  children,
}: {
  addresses: SavedAddress[]
  onUse: (address: SavedAddress) => void
  children: React.ReactNode
}) {
  const [first, second, ...others] = addresses
  const cards = (some: (SavedAddress | undefined)[]) => (
    <ul className="grid gap-3 sm:grid-cols-2">
      {some.map((address) =>
        address ? <AddressCard key={address.id} address={address} onUse={onUse} /> : null,
      )}
    </ul>
  )
  if (addresses.length === 0) return <div id="addresses">{children}</div>
  return (
    <Section title="Saved addresses" id="addresses">
      {cards([first, second])}
      {others.length > 0 ? (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline">
            {others.length} more
          </summary>
          <div className="mt-2">{cards(others)}</div>
        </details>
      ) : null}
      {children}
    </Section>
  )
}

const SMALL =
  'inline-flex min-h-11 items-center px-2 text-sm font-semibold text-lake underline-offset-4 hover:underline'

function AddressCard({
  address,
  onUse,
}: {
  address: SavedAddress
  onUse: (address: SavedAddress) => void
}) {
  const { id, isDefault } = address
  const text = `${address.address}, ${address.city}`
  const act = { name: 'intent', formNoValidate: true, formAction: '/checkout#addresses' }
  return (
    <li className="flex flex-col rounded-card border border-line bg-sheet p-4">
      <AddressWords address={address} />
      <p className="mt-auto flex flex-wrap items-center gap-x-1 pt-2">
        <Button
          {...act}
          value={`use-address:${id}`}
          onClick={(event) => {
            event.preventDefault()
            onUse(address)
          }}
        >
          Use<span className="sr-only"> {text}</span>
        </Button>
        {isDefault ? null : (
          <button type="submit" {...act} value={`default-address:${id}`} className={SMALL}>
            Make default<span className="sr-only">: {text}</span>
          </button>
        )}
        <button type="submit" {...act} value={`remove-address:${id}`} className={SMALL}>
          Remove<span className="sr-only"> {text}</span>
        </button>
      </p>
    </li>
  )
}
