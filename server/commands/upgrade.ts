import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { holdFile } from '../hold.ts'
import { ShownError } from '../shown-error.ts'
import { RELEASES } from '../upgrade/releases.ts'
import { goBack, upgrade } from '../upgrade/upgrade.ts'
import { fromCaller } from './backup.ts'
import { endPlainly, withDatabase } from './command.ts'

const USAGE = `The shop goes on with another release, while it sells; a backup is made first:
  npm run upgrade                       the newest release of the repository it was cloned from
  npm run upgrade -- v0.3.0             that tag, branch or commit
  npm run upgrade -- FOLDER or FILE.tar a release that was brought along
  npm run upgrade -- --back             the release before`

/** `npm run upgrade`; returns the exit code. */
export async function run(words: string[]): Promise<number> {
  const [word, ...more] = words
  if (more.length > 0 || (word?.startsWith('-') && word !== '--back')) {
    console.error(USAGE)
    return 1
  }
  return endPlainly(() =>
    withDatabase(async (config, databaseUrl) => {
      mkdirSync(RELEASES, { recursive: true })
      const release = await holdFile(join(RELEASES, '.upgrade.lock'), 0)
      if (!release) throw new ShownError('Another upgrade is under way.')
      try {
        if (word === '--back') await goBack(config)
        else await upgrade({ config, databaseUrl }, word, word ? fromCaller(word) : null)
      } finally {
        release()
      }
    }),
  )
}
