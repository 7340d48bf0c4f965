import type { Letter } from '../../rules/messages/emails.ts'
import { NeverAgain } from '../jobs.server.ts'

/** `to` is one bare address; `html` goes beside `text`, never instead of it. */
export type { Letter }

/**
 * The mail server will never take this email (a permanent answer, RFC 5321 §4.2.1): sent again, it is refused
 * again. `message` is the server's answer.
 */
export class RefusedForGood extends NeverAgain {}

/**
 * Throws when the email could not be handed over: the job that sends it tries again, unless it was
 * `RefusedForGood`.
 */
export type Mail = { send(letter: Letter): Promise<void> }
