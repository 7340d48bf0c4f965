import { z } from 'zod'
import { emailFieldOr } from '../form-fields.ts'
import { authFieldErrors } from '../messages/accounts/accounts.ts'
import { STAFF_ROLES } from './roles.ts'

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7

/** The form that invites an address to a role of the staff. */
export const invitationForm = z.object({
  email: emailFieldOr(authFieldErrors['bad-email']),
  role: z.enum(STAFF_ROLES),
})
export type Invited = z.infer<typeof invitationForm>
