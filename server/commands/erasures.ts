import { readFile } from 'node:fs/promises'
import { migrate } from '../../app/db/migrate.server.ts'
import { openDatabase } from '../../app/db/open.server.ts'
import { eraseAgain, listErasures } from '../../app/modules/privacy/erase-again.ts'
import { isUuid } from '../../app/rules/uuid.ts'
import { ShownError } from '../shown-error.ts'
import { endPlainly, withDatabase } from './command.ts'

const USAGE = `What was erased, for after a restore (docs/privacy.md, Backups):
  npm run erasures -- list           (their ids, one a line: keep them beside the backups)
  npm run erasures -- again FILE     (erases those again that a restored backup has brought back)`

async function list(url: string) {
  const { db, close } = openDatabase(url, { max: 2 })
  try {
    return (await listErasures(db)).map(({ id }) => id).join('\n')
  } finally {
    await close()
  }
}

async function again(url: string, file: string) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ShownError(`There is no file ${file}.`) : error
  })
  const ids = text.split(/\s+/).filter((word) => word !== '')
  const odd = ids.find((id) => !isUuid(id))
  if (odd !== undefined)
    throw new ShownError(`This is not the id of an account: ${odd.slice(0, 80)}`)
  await migrate(url)
  const { db, close } = openDatabase(url, { max: 2 })
  try {
    const { count, failed } = await eraseAgain({ db }, ids)
    console.log(`${count} of ${ids.length} were there, and are erased again.`)
    for (const { id, error } of failed) console.error(`Not erased: ${id}`, error)
    if (failed.length > 0)
      throw new ShownError(
        `${failed.length} of ${ids.length} could not be erased: their ids stand above, with the reason.`,
      )
  } finally {
    await close()
  }
}

/** `npm run erasures`; returns the exit code. */
export async function run([verb, file, ...more]: string[]): Promise<number> {
  const isList = verb === 'list' && file === undefined
  const isAgain = verb === 'again' && file !== undefined && more.length === 0
  if (!isList && !isAgain) {
    console.error(USAGE)
    return verb === undefined || verb === 'help' ? 0 : 1
  }
  return endPlainly(() =>
    withDatabase(async (_config, url) =>
      isAgain ? again(url, file) : console.log(await list(url)),
    ),
  )
}
