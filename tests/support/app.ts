import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterEach, beforeAll } from 'vitest'
import type { JobName } from '../../app/platform/jobs.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import type { Role } from '../../app/rules/accounts/roles.ts'
import type { Email } from '../../app/rules/messages/emails/content.ts'
import { createHandler, type Handler } from '../../app/web/handle.server.ts'
import { buildIfStale } from '../../server/bootstrap/build.mjs'
import { jobHandlers } from '../../server/jobs.ts'
import { type Client, openClient } from './client.ts'
import { aUser, endUndoTime } from './factories.ts'
import { useShop } from './shop.ts'

const BUILD = join(import.meta.dirname, '..', '..', 'build', 'server', 'index.js')

export type SignedIn = Client & { userId: string; email: string }
export type TestApp = {
  /** The real shop behind the app; a test may replace `payments`, `mail`, `storage` and `now` until it ends. */
  shop: Shop
  /** A visitor with cookies and a network address of their own (10.1.x.x unless given). */
  visit(ip?: string): Client
  /** A new person with that role, already signed in; `as` signs in an existing one. */
  signIn(role?: Role, as?: { userId: string; email: string }): Promise<SignedIn>
  /** Every email of this test so far (to one address), after sending those in the queue. */
  emails(to?: string): Promise<Email[]>
  /** Runs the jobs that are due; `names` limits it to some kinds. */
  runJobs(names?: JobName[]): Promise<number>
}

/**
 * The built shop as a function on the test file's own database: a Request in, a Response out. Builds when the sources
 * have changed. `env` are settings as in the README; `fill` adds the data that every test of the file needs.
 */
export function useApp(
  env: Record<string, string> = {},
  fill?: (url: string) => Promise<void>,
  wayTo?: (url: string) => Promise<string>,
): TestApp {
  const shop = useShop(env, fill, wayTo)
  const posted: Email[] = []
  const built = {} as {
    handle: Handler
    outside: Pick<Shop, 'payments' | 'mail' | 'storage' | 'now'>
  }
  const visitors = { count: 0 }

  beforeAll(async () => {
    const build = await loadBuild()
    const { payments, storage, now } = shop
    const mail = { send: async (email: Email) => void posted.push(email) }
    built.outside = { payments, mail, storage, now }
    Object.assign(shop, built.outside)
    built.handle = createHandler(build, shop)
  })
  afterEach(() => {
    Object.assign(shop, built.outside)
    posted.length = 0
  })

  const visit = (ip?: string) => {
    const count = (visitors.count += 1)
    const own = `10.1.${count >> 8}.${count & 255}`
    return openClient(built.handle, shop.config.baseUrl, ip ?? own)
  }
  const runJobs = (names?: JobName[]) => shop.jobs.runDue(jobHandlers(shop), names)

  return {
    shop,
    visit,
    runJobs,
    async signIn(role = 'customer', as) {
      const person = as ?? (await aUser(shop, role))
      const client = visit()
      client.cookies.set(...(await openSession(shop, person.userId)))
      return Object.assign(client, person)
    },
    async emails(to) {
      await endUndoTime(shop)
      await runJobs(['send-email'])
      return posted.filter((email) => !to || email.to === to)
    },
  }
}

/** The built shop, rebuilt when the sources have changed. */
export async function loadBuild(): Promise<ServerBuild> {
  await buildIfStale(process.execPath)
  return import(/* @vite-ignore */ pathToFileURL(BUILD).href)
}

/** The cookie of a sign-in, made without one: hashing a password for every test would cost a tenth of a second. */
async function openSession(shop: Shop, userId: string): Promise<[string, string]> {
  const auth = await shop.auth.$context
  const { token } = await auth.internalAdapter.createSession(userId)
  const signature = createHmac('sha256', auth.secret).update(token).digest('base64')
  return [auth.authCookies.sessionToken.name, encodeURIComponent(`${token}.${signature}`)]
}

/** The first link of ours in an email, as a path. */
export function linkIn(email: Email | undefined) {
  const url = /https?:\/\/\S+/.exec(email?.text ?? '')?.[0]
  if (!url) throw new Error('no link in this email')
  const { pathname, search } = new URL(url)
  return pathname + search
}
