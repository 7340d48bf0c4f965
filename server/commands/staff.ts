import { migrate } from '../../app/db/migrate.server.ts'
import { changeRole } from '../../app/modules/accounts/change-role.ts'
import { resetSecondStepByCommand } from '../../app/modules/accounts/second-step.ts'
import { appointStaff, listStaff } from '../../app/modules/accounts/staff/appoint-staff.ts'
import type { Config } from '../../app/platform/config.server.ts'
import { prepareJobs } from '../../app/platform/jobs.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openShop, type Shop } from '../../app/platform/shop.server.ts'
import { LONGEST_EMAIL } from '../../app/rules/accounts/longest.ts'
import { ROLES, type Role } from '../../app/rules/accounts/roles.ts'
import { ShownError } from '../shown-error.ts'
import { endPlainly, withDatabase } from './command.ts'

const USAGE = `Who works here:
  npm run staff -- list
  npm run staff -- add EMAIL ROLE     (${ROLES.filter((role) => role !== 'customer').join(', ')})
  npm run staff -- remove EMAIL       (an ordinary customer from then on)
  npm run staff -- reset-second-step EMAIL   (lost phone and codes: the password alone signs in)`

const isEmail = (text: string | undefined): text is string =>
  text !== undefined && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= LONGEST_EMAIL
const isStaffRole = (text: string | undefined): text is Role =>
  text !== 'customer' && (ROLES as readonly (string | undefined)[]).includes(text)

type Command = (shop: Shop) => Promise<string>

/** Parses the words after `npm run staff --`; null when they are no known command. */
function readCommand([verb, email, role, ...more]: string[]): Command | null {
  if (more.length > 0) return null
  if (verb === 'list' && email === undefined) return list
  if (verb === 'add' && isEmail(email) && isStaffRole(role)) return (shop) => add(shop, email, role)
  if (verb === 'remove' && isEmail(email) && role === undefined)
    return (shop) => remove(shop, email)
  if (verb === 'reset-second-step' && isEmail(email) && role === undefined)
    return (shop) => resetStep(shop, email)
  return null
}

async function list({ db }: Shop) {
  const staff = await listStaff(db)
  if (staff.length === 0)
    return 'Nobody works here yet: npm run staff -- add EMAIL super_admin makes the first one.'
  return staff.map(({ role, email, name }) => `${role.padEnd(12)} ${email}  (${name})`).join('\n')
}

async function add(shop: Shop, email: string, role: Role) {
  const done = await appointStaff(shop, email, role)
  if (!done.ok) throw new ShownError(sentenceFor(done.reason, email))
  const lines = [`${email} is ${role} now.`]
  if (done.passwordUrl)
    lines.push(
      'There was no password yet. Choose it here while the shop runs (works once, for two days):',
      done.passwordUrl,
    )
  return lines.join('\n')
}

async function remove(shop: Shop, email: string) {
  const done = await changeRole(shop, email, 'customer')
  if (!done.ok) throw new ShownError(sentenceFor(done.reason, email))
  return `${email} is an ordinary customer now.`
}

async function resetStep(shop: Shop, email: string) {
  const done = await resetSecondStepByCommand(shop, email)
  if (done.ok) return `${email} signs in with the password alone now, and is signed out everywhere.`
  throw new ShownError(
    done.reason === 'second-step-none'
      ? `${email} has no second step.`
      : sentenceFor('person-not-found', email),
  )
}

const sentenceFor = (reason: 'person-not-found' | 'last-super-admin', email: string) =>
  reason === 'person-not-found'
    ? `There is no account with the address ${email}.`
    : `${email} is the last super_admin and stays: make somebody else one first.`

/** `npm run staff`; returns the exit code. */
export async function run(words: string[]): Promise<number> {
  const command = readCommand(words)
  if (!command) {
    console.error(USAGE)
    return words.length === 0 || words[0] === 'help' ? 0 : 1
  }
  return endPlainly(() =>
    withDatabase(async (config, url) => console.log(await withShop(config, url, command))),
  )
}

async function withShop(config: Config, url: string, command: Command) {
  const log = createLog({ level: 'warn', process: 'staff' })
  await migrate(url)
  await prepareJobs(url)
  const shop = await openShop(config, url, log, { connections: 2, listens: false })
  try {
    return await command(shop)
  } finally {
    await shop.close()
  }
}
