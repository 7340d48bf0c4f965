import type { Customer } from '../../../modules/accounts/find-customer.ts'
import type { NewsletterConsents } from '../../../modules/newsletter/consents.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { DownloadData } from '../../kit/download-data.tsx'
import { Part } from '../list/side-panel.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { Consents } from './consents.tsx'
import { nameOf } from './customer-table.tsx'
import { EraseDialog } from './erase-dialog.tsx'

/** A person's consents, and the acts on what they may ask for: a copy of their data, and its erasure. */
export function PersonalData({
  person,
  newsletter,
  isSuper,
  isJustProven,
}: {
  person: Customer
  newsletter: NewsletterConsents | null | 'failed'
  /** Only a super_admin erases accounts, and downloads the data of staff. */
  isSuper: boolean
  /** The file can be downloaded without proving again who one is. */
  isJustProven: boolean
}) {
  const address = useListAddress()
  return (
    <Part title="Personal data">
      <p className="text-sm text-quiet">Newsletter</p>
      <Consents newsletter={newsletter} />
      <div className="mt-3 flex flex-wrap gap-2">
        {person.role === 'customer' || isSuper ? (
          <DownloadData
            href={`/admin/customers/${person.userId}/data.json`}
            file="customer-data.json"
            label="Download all data"
            isJustProven={isJustProven}
          />
        ) : null}
        {isSuper ? (
          <ButtonLink to={address({ erase: '1' })} preventScrollReset>
            Erase the account…
          </ButtonLink>
        ) : null}
      </div>
    </Part>
  )
}

/** Asks for confirmation before an account is erased. */
export const EraseAccount = ({ person }: { person: Customer }) => (
  <EraseDialog
    title={`Erase the account of ${nameOf(person)}?`}
    fields={{ intent: 'erase', id: person.userId }}
    act="Erase the account"
  >
    Only when {nameOf(person)} ({person.email}) has asked for it, and you are sure who asks. Name,
    email, phone number, addresses, cart, wishlist, newsletter and sign-ins go. Orders stay with
    their sums, without a name. This cannot be undone.
  </EraseDialog>
)
