import { MailX } from 'lucide-react'
import type { RefusedEmail } from '../../../modules/reports/list-refused-emails.ts'

/** Emails that nobody will get; nothing when there are none. */
export const RefusedEmails = ({ emails }: { emails: RefusedEmail[] | null }) =>
  emails && emails.length > 0 ? (
    <section
      id="failed-emails"
      aria-label="Emails that were not sent"
      className="mb-4 flex gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3"
    >
      <MailX aria-hidden className="mt-0.5 shrink-0 text-alarm" />
      <div className="min-w-0">
        <p className="font-semibold">Emails that could not be delivered, and are not tried again</p>
        <ul className="mt-1 space-y-1 text-sm">
          {emails.map(({ id, to, subject, why }) => (
            <li key={id} className="wrap-anywhere">
              <strong>{to}</strong>: {subject}. <span className="text-quiet">{why}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  ) : null
