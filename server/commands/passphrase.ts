import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ShownError } from '../shown-error.ts'

const SHORTEST = 12

/** The passphrase of a backup: `BACKUP_PASSPHRASE`, or typed without being shown. */
export async function askPassphrase(given: string | null, isNew: boolean): Promise<string> {
  if (given !== null) return given
  if (!process.stdin.isTTY)
    throw new ShownError(
      'This needs a passphrase: set BACKUP_PASSPHRASE, or call it in a terminal.',
    )
  const passphrase = await askUnseen('Passphrase: ')
  if (isNew && passphrase.length < SHORTEST)
    throw new ShownError(`A passphrase has at least ${SHORTEST} characters.`)
  if (isNew && (await askUnseen('Once more: ')) !== passphrase)
    throw new ShownError('The two are not the same.')
  return passphrase
}

/** What is typed in a terminal, without showing it. */
export async function askUnseen(question: string) {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
