import type { Tx } from '../../db/open.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import { confirmWaitlistEmail } from '../../rules/messages/emails/waitlist.ts'
import type { WaitlistShop } from './join-waitlist.ts'
import { waitlistPaths } from './waiting.ts'

/** Asks an address to confirm, with limits, so that a stranger who keeps tapping cannot fill a mailbox. */
export async function askByEmail(
  { rateLimiter, jobs, config }: WaitlistShop,
  db: Tx,
  asked: {
    email: string
    token: string
    variant: { id: string; product: string; size: string | null; color: string | null }
  },
) {
  const { email, variant, token } = asked
  const same = `same-email waitlist ${email} ${variant.id}`
  if (!(await rateLimiter.take(same, LIMITS.sameEmail, db)).allowed) return
  const emails = await rateLimiter.take(`waitlist to ${email}`, LIMITS.waitlistEmails, db)
  if (!emails.allowed) return
  const { confirm, leave } = waitlistPaths(token)
  await jobs.enqueue(
    db,
    'send-email',
    confirmWaitlistEmail({
      to: email,
      product: variant.product,
      size: variant.size,
      color: variant.color,
      confirmUrl: config.baseUrl + confirm,
      leaveUrl: config.baseUrl + leave,
    }),
  )
}
