import { join } from 'node:path'
import { sendCommand } from '../control.ts'
import { makeTables } from '../prepare.ts'
import { ShownError } from '../shown-error.ts'
import { endPlainly, withDatabase } from './command.ts'

const HERE = join(import.meta.dirname, '..', '..')

/**
 * `npm run reload`: the running shop continues with the code and build of this folder. `--check`: only checks whether
 * this folder accepts the settings and its build loads. Returns the exit code.
 */
export async function run(words: string[]): Promise<number> {
  return endPlainly(() =>
    withDatabase(async (config, databaseUrl) => {
      // Loads the whole build, so that a missing package shows here and not at a customer's request.
      await import(join(HERE, 'build', 'server', 'index.js'))
      if (words.includes('--check')) return
      const running = await sendCommand(config, { act: 'status' })
      if (!running)
        throw new ShownError('No shop runs with these settings, so there is nothing to reload.')
      // Before the reload, so that no new code meets old tables; the old code works with the new tables.
      await makeTables(databaseUrl)
      const done = await sendCommand(config, { act: 'reload', folder: HERE })
      if (!done?.ok)
        throw new ShownError(
          `The shop goes on as it was: ${done?.text ?? 'it was stopped meanwhile'}.`,
        )
      console.log(`The shop runs from ${HERE}; no request was turned away.`)
    }),
  )
}
