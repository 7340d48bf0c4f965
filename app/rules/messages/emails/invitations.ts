import { roleWords } from '../../accounts/customers.ts'
import { INVITATION_DAYS } from '../../accounts/invitations.ts'
import type { StaffRole } from '../../accounts/roles.ts'
import { settings } from '../../settings/settings.ts'
import { type EmailContent, hello } from './content.ts'

/** Invites somebody to work for the shop. A newcomer chooses name and password behind the link. */
export const invitationEmail = (to: string, role: StaffRole, url: string): EmailContent => ({
  to,
  subject: `You are invited to work at ${settings().name}`,
  greeting: hello(''),
  paragraphs: [
    `${settings().name} invites you to its staff, as ${roleWords(role)}. Choose your name and your password, or sign in if you have an account already.`,
  ],
  button: { label: 'Accept the invitation', url },
  after: [
    `The link works once, for ${INVITATION_DAYS} days. Do you not know what this is about? Then ignore this email: without you nothing happens.`,
  ],
})
