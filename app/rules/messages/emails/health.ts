import type { Finding, Watched } from '../../health/health.ts'
import { settings } from '../../settings/settings.ts'
import { CHECK_NAMES, describeFinding } from '../health/describe-finding.ts'
import { type EmailContent, hello } from './content.ts'

/** Tells an owner, once, that a trouble has started. */
export function troubleEmail(
  to: string,
  name: string,
  { kind, finding, url }: { kind: Watched; finding: Finding; url: string },
): EmailContent {
  const { text, repair } = describeFinding(finding)
  return {
    to,
    subject: `${settings().name} needs you: ${CHECK_NAMES[kind]}`,
    greeting: hello(name),
    paragraphs: [text, ...(repair ? [repair] : [])],
    button: { label: 'See how the shop is', url },
    after: ['You are told once. The dashboard shows it for as long as it lasts.'],
  }
}
