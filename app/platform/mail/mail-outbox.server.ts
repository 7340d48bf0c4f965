import { randomBytes } from 'node:crypto'
import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email } from '../../rules/messages/emails/content.ts'
import { writeWhole } from '../storage/storage-folder.server.ts'
import type { Mail } from './mail.server.ts'

export type OutboxEmail = Email & { id: string; sentAt: string }

const EMAIL_FILE = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}\.json$/

const locateOutbox = (dataDir: string) => join(dataDir, 'outbox')

/** Without SMTP each email is a file whose name sorts by time. Only this account reads it: it may hold a reset link. */
export function openOutbox(dataDir: string, now = () => new Date()): Mail {
  let written = 0
  return {
    async send(email) {
      const sentAt = now().toISOString()
      const order = String(written++ % 1_000_000).padStart(6, '0')
      const id = `${sentAt.replaceAll(/[-:.]/g, '')}-${order}-${randomBytes(4).toString('hex')}`
      const content = JSON.stringify({ id, sentAt, ...email }, null, 2)
      await writeWhole(join(locateOutbox(dataDir), `${id}.json`), content, 0o600)
    },
    async forgetOld(before) {
      // File names begin with the time, so no file has to be opened.
      const first = before.toISOString().replaceAll(/[-:.]/g, '')
      const dir = locateOutbox(dataDir)
      for (const name of await listNames(dir)) if (name < first) await unlink(join(dir, name))
    },
    async forget(address) {
      const dir = locateOutbox(dataDir)
      for (const name of await listNames(dir)) {
        const text = await readFile(join(dir, name), 'utf8').catch(nothingThere)
        const email = text === undefined ? null : (JSON.parse(text) as OutboxEmail)
        if (email?.to.toLowerCase() === address.toLowerCase()) await unlink(join(dir, name))
      }
    },
  }
}

const listNames = async (dir: string) =>
  ((await readdir(dir).catch(nothingThere)) ?? []).filter((name) => EMAIL_FILE.test(name))

/** At most `limit` emails, newest first; an outbox that does not exist yet is empty. */
export async function listOutbox(dataDir: string, limit: number): Promise<OutboxEmail[]> {
  const dir = locateOutbox(dataDir)
  const newest = (await listNames(dir)).sort().reverse().slice(0, limit)
  const emails = await Promise.all(
    newest.map((name) => readFile(join(dir, name), 'utf8').catch(nothingThere)),
  )
  return emails.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as OutboxEmail]))
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
