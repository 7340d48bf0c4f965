import { Form } from 'react-router'
import type { ContactDetails } from '../../../modules/privacy/find-contact.ts'
import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { NotRead } from '../list/rows.tsx'
import { SidePanel } from '../list/side-panel.tsx'
import { EraseDialog } from './erase-dialog.tsx'

export const LINK = 'inline-flex min-h-11 items-center text-lake underline underline-offset-4'

/** Finds the data of somebody without an account, who bought at a till or reads the newsletter. */
export const FindContact = ({ typed, error }: { typed: string; error: string | undefined }) => (
  <Form
    method="get"
    preventScrollReset
    className="on-screen mt-4 grid gap-3 rounded-card border border-line bg-sheet p-4"
  >
    <TextField
      key={typed}
      label="Personal data of somebody without an account"
      name="contact"
      defaultValue={typed}
      required
      maxLength={LONGEST_EMAIL}
      autoComplete="off"
      error={error}
      hint="The email address of the newsletter, the phone number given at a till, or the number of a receipt: to answer a request for a copy or for erasure."
    />
    <Button className="justify-self-start">Look it up</Button>
  </Form>
)

/** Does not say that nothing is held, because there may be data. */
export const ContactNotRead = ({ typed }: { typed: string }) => (
  <SidePanel name="contact" title={typed}>
    <NotRead error="Error loading what is held under it." />
  </SidePanel>
)

/** Asks for confirmation before the data of an address, number or receipt is erased. */
export const EraseContact = ({ contact }: Pick<ContactDetails, 'contact'>) => (
  <EraseDialog
    title="Erase this personal data?"
    fields={{ intent: 'erase-contact', contact: contact.value }}
    act="Erase it"
  >
    {`Only when the owner of ${contact.value} has asked for it, and you are sure who asks: call the number back, or answer to the address. `}
    {contact.kind === 'email'
      ? 'The address goes from the newsletter and from what it waits for, with what it has agreed to.'
      : 'It goes from what it waits for; name, phone number, notes and what the payment service said of who paid go from the sales at tills; the sales stay with their sums.'}{' '}
    This cannot be undone.
  </EraseDialog>
)
