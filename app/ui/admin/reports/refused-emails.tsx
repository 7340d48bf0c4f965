import { MailX } from 'lucide-react'
import type { RefusedEmail } from '../../../modules/reports/list-refused-emails.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { AlarmCard } from '../alarm-card.tsx'
import { Folded } from '../form/folded.tsx'

/** How many are shown unfolded, as in the list of till reviews. */
const SHOWN = 3

/** Emails that could not be delivered, each to send again or to dismiss; nothing when there are none. */
export const RefusedEmails = ({
  emails,
  most,
}: {
  emails: RefusedEmail[] | null
  /** How many are read at once. */
  most: number
}) =>
  emails && emails.length > 0 ? (
    <AlarmCard
      id="failed-emails"
      title="Emails that could not be delivered, and are not tried again"
      icon={MailX}
    >
      <ul className="mt-1 divide-y divide-line text-sm">
        {emails.slice(0, SHOWN).map((email) => (
          <OneEmail key={email.id} email={email} />
        ))}
      </ul>
      {emails.length > SHOWN ? (
        <Folded label={`Show the other ${emails.length - SHOWN}`}>
          <ul className="divide-y divide-line text-sm">
            {emails.slice(SHOWN).map((email) => (
              <OneEmail key={email.id} email={email} />
            ))}
          </ul>
          {emails.length === most ? (
            <p className="text-sm text-quiet">Older ones are shown once these are dealt with.</p>
          ) : null}
        </Folded>
      ) : null}
    </AlarmCard>
  ) : null

const OneEmail = ({ email: { id, to, subject, why } }: { email: RefusedEmail }) => (
  <li className="items-center justify-between gap-4 py-2 sm:flex">
    <span className="min-w-0 wrap-anywhere">
      <strong>{to}</strong>: {subject}. <span className="text-quiet">{why}</span>
    </span>
    <ActForm about={{ email: id }} className="mt-2 flex shrink-0 gap-2 sm:mt-0">
      <Button name="intent" value="email-again" aria-label={`Send again: ${subject}, to ${to}`}>
        Send again
      </Button>
      <Button
        name="intent"
        value="email-aside"
        tone="bare"
        aria-label={`Set aside: ${subject}, to ${to}`}
      >
        Set aside
      </Button>
    </ActForm>
  </li>
)
