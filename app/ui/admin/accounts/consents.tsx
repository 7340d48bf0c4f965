import type { NewsletterConsents } from '../../../modules/newsletter/consents.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { CONSENT_WORDS } from '../../../rules/messages/newsletter/words.ts'

/** What an email address has consented to, and when. */
export const Consents = ({ newsletter }: { newsletter: NewsletterConsents | null | 'failed' }) =>
  newsletter === 'failed' ? (
    <p role="alert">Error loading what was agreed to.</p>
  ) : newsletter ? (
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
  )
