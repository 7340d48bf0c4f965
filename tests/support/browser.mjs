// Finds a Chromium for the browser's tests, and installs Debian's where that is possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runWithProgress, SetupProblem } from '../../server/setup.mjs'

/** Debian's browser without a desk's window: the same engine, and the tests take a third less time. */
const DEBIAN = 'chromium-headless-shell'

const PLACES = [
  `/usr/bin/${DEBIAN}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a browser that starts. */
export async function ensureBrowser() {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new SetupProblem(`CHROME_PATH names ${chosen}, where no browser is.`)
  }
  const found = PLACES.find((path) => existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await runWithProgress('Refreshing the list of packages', 'apt-get', ['update'], { env })
    for (const name of [DEBIAN, 'chromium']) {
      const { code, output } = await runWithProgress(
        'Installing Chromium',
        'apt-get',
        ['install', '-y', '--no-install-recommends', name],
        { env },
      )
      const installed = PLACES.find((path) => existsSync(path))
      if (code === 0 && installed) return installed
      console.error(output.trim().split('\n').slice(-8).join('\n'))
    }
  }
  throw new SetupProblem(
    `The tests need a Chromium: install it (Debian: apt-get install ${DEBIAN}) or set CHROME_PATH to a Chrome.`,
  )
}
