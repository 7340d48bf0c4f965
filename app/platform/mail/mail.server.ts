import type { Email } from '../../rules/messages/emails/content.ts'
import { NeverAgain } from '../jobs.server.ts'

/**
 * The mail server will never take this email (a permanent answer, RFC 5321 §4.2.1): sent again, it is refused
 * again. `message` is the server's answer.
 */
export class RefusedForGood extends NeverAgain {}

/**
 * `to` is one bare address. Throws when the email could not be handed over: the job that sends it tries again, unless
 * it was `RefusedForGood`.
 */
export type Mail = {
  send(email: Email): Promise<void>
  /** Deletes the emails to an address that are kept here; a mail server keeps its own. */
  forget?(address: string): Promise<void>
  /** Deletes the kept emails from before a time. */
  forgetOld?(before: Date): Promise<void>
}
