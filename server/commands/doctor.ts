import { checkHealth } from '../../app/modules/health/check-health.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openShop } from '../../app/platform/shop.server.ts'
import type { Checked } from '../../app/rules/health/health.ts'
import {
  CHECK_NAMES,
  describeFinding,
  STATE_NAMES,
} from '../../app/rules/messages/health/describe-finding.ts'
import { endPlainly, withDatabase } from './command.ts'

/** `npm run doctor`: checks the shop, changes nothing, and returns 1 when a check finds trouble. */
export async function run(words: string[]): Promise<number> {
  if (words.length > 0) {
    console.error('npm run doctor says what is wrong with the shop, and what to do about it.')
    return words[0] === 'help' ? 0 : 1
  }
  let code = 0
  const ended = await endPlainly(() =>
    withDatabase(async (config, url) => {
      const log = createLog({ level: 'error', process: 'doctor' })
      const shop = await openShop(config, url, log, { connections: 2, listens: false })
      try {
        const checked = await checkHealth(shop)
        console.log(formatFindings(checked))
        code = checked.some(({ finding }) => describeFinding(finding).state === 'trouble') ? 1 : 0
      } finally {
        await shop.close()
      }
    }),
  )
  return ended || code
}

/** Formats one row per check, with the repair below it. */
function formatFindings(checked: readonly Checked[]) {
  return checked
    .map(({ check, finding }) => {
      const { state, text, repair } = describeFinding(finding)
      const row = `${STATE_NAMES[state].padEnd(11)} ${CHECK_NAMES[check].padEnd(21)} ${text}`
      return repair && state !== 'good' ? `${row}\n${' '.repeat(34)}-> ${repair}` : row
    })
    .join('\n')
}
