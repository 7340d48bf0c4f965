import type { Db, Tx } from '../db/open.server.ts'
import {
  alreadyHasAccountEmail,
  confirmAddressEmail,
  newDeviceEmail,
  passwordChangedEmail,
  resetPasswordEmail,
} from '../rules/messages/emails/accounts.ts'
import type { EmailContent } from '../rules/messages/emails/content.ts'
import { recoveryCodeUsedEmail } from '../rules/messages/emails/second-step.ts'
import { type Auth, openAuth } from './auth/auth.server.ts'
import { readSessionTokens, type SessionTokens } from './auth/session-tokens.server.ts'
import type { Config } from './config.server.ts'
import type { Log } from './log.server.ts'
import { openServices, type ServiceOptions, type Services } from './services.server.ts'

/**
 * Everything that the shop's acts may use; passed as an argument, never imported (docs/architecture.md, What
 * functions take).
 */
export type Shop = Services & {
  auth: Auth
  sessionTokens: SessionTokens
}

/** The origins that writes may come from: the public one, and on loopback both of its names. */
export function allowedOrigins(baseUrl: string) {
  const url = new URL(baseUrl)
  if (url.hostname !== 'localhost' && url.hostname !== '127.0.0.1') return [url.origin]
  return ['localhost', '127.0.0.1'].map((host) => {
    const alias = new URL(url)
    alias.hostname = host
    return alias.origin
  })
}

/** Opens the shop on one database; `close` releases everything. */
export async function openShop(
  config: Config,
  databaseUrl: string,
  log: Log,
  options: ServiceOptions = {},
): Promise<Shop & { close(): Promise<void> }> {
  const services = await openServices(config, databaseUrl, log, options)
  const { db, jobs, rateLimiter } = services
  const send = (email: EmailContent, within: Db | Tx = db) =>
    jobs.enqueue(within, 'send-email', email)
  const resetUrl = `${config.baseUrl}/auth?mode=reset`
  const auth = openAuth({
    db,
    baseUrl: config.baseUrl,
    origins: allowedOrigins(config.baseUrl),
    secret: config.sessionSecret,
    rateLimiter,
    emails: {
      confirmAddress: (to, name, url) => send(confirmAddressEmail(to, name, url)),
      alreadyHasAccount: (to, name) =>
        send(alreadyHasAccountEmail(to, name, `${config.baseUrl}/auth`)),
      resetPassword: (to, name, url) => send(resetPasswordEmail(to, name, url)),
      passwordChanged: (db, to, name, passkeys) =>
        send(passwordChangedEmail(to, name, resetUrl, passkeys), db),
      recoveryCodeUsed: (to, name, left) => send(recoveryCodeUsedEmail(to, name, left)),
      newDevice: (to, name, signIn) => send(newDeviceEmail(to, name, { ...signIn, url: resetUrl })),
    },
    onError: (message) => log.error({ message }, 'auth'),
  })
  return { ...services, auth, sessionTokens: readSessionTokens(auth) }
}
