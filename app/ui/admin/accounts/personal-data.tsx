import { Form, useNavigate, useNavigation } from 'react-router'
import type { Customer } from '../../../modules/accounts/find-customer.ts'
import type { NewsletterConsents } from '../../../modules/newsletter/consents.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { CONSENT_WORDS } from '../../../rules/messages/words/newsletter.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { DownloadData } from '../../kit/download-data.tsx'
import { Part } from '../list/side-panel.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { nameOf } from './customer-table.tsx'

/** What a person has agreed to, and the answers to what they may ask for: their data, and to be forgotten. */
export function PersonalData({
  person,
  newsletter,
  isSuper,
  isJustProven,
}: {
  person: Customer
  newsletter: NewsletterConsents | null
  /** A super_admin alone erases, and has the files of the staff. */
  isSuper: boolean
  /** The file can be had at once: nobody is asked again who they are. */
  isJustProven: boolean
}) {
  const address = useListAddress()
  return (
    <Part title="Personal data">
      <p className="text-sm text-quiet">Newsletter</p>
      {newsletter ? (
        <ul>
          {newsletter.consents.map(({ id, act, createdAt, textVersion }) => (
            <li key={id}>
              {CONSENT_WORDS[act]} {formatDateTime(createdAt)}
              {textVersion ? <span className="text-quiet"> (text {textVersion})</span> : null}
            </li>
          ))}
        </ul>
      ) : (
        <p>Never asked for</p>
      )}
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

/** Asks once more before an account is erased. */
export function EraseAccount({ person }: { person: Customer }) {
  const address = useListAddress()
  const navigate = useNavigate()
  const isBusy = useNavigation().formMethod === 'POST'
  const back = address({ erase: null })
  return (
    <Dialog
      title={`Erase the account of ${nameOf(person)}?`}
      onClose={() => void navigate(back, { preventScrollReset: true, replace: true })}
    >
      <p>
        Only when {nameOf(person)} ({person.email}) has asked for it, and you are sure who asks.
        Name, email, phone number, addresses, cart, wishlist, newsletter and sign-ins go. Orders
        stay with their sums, without a name. Nobody can bring it back.
      </p>
      <Form method="post" preventScrollReset className="mt-6 flex flex-wrap justify-end gap-2">
        <input type="hidden" name="id" value={person.userId} />
        <ButtonLink to={back} preventScrollReset replace>
          Cancel
        </ButtonLink>
        <Button tone="clay" name="intent" value="erase" aria-busy={isBusy} disabled={isBusy}>
          Erase the account
        </Button>
      </Form>
    </Dialog>
  )
}
