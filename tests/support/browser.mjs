// Finds the browsers for the tests, and installs Debian's when possible.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runWithProgress, SetupProblem } from '../../server/bootstrap/setup.mjs'

/** Debian's headless browser: the same engine, and the tests take a third less time. */
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

/** The path of a browser that is known to start. */
export async function ensureBrowser() {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new SetupProblem(`CHROME_PATH names ${chosen}, where no browser is.`)
  }
  const found = PLACES.find((path) => existsSync(path))
  if (found) return found
  for (const name of [DEBIAN, 'chromium']) {
    await install('Chromium', [name])
    const installed = PLACES.find((path) => existsSync(path))
    if (installed) return installed
  }
  throw new SetupProblem(
    `The tests need a Chromium: install it (Debian: apt-get install ${DEBIAN}) or set CHROME_PATH to a Chrome.`,
  )
}

/** Firefox speaks WebDriver itself; WebKit's engine needs a driver and a screen. */
const OTHERS = {
  'firefox-esr': 'firefox-esr',
  'webkit2gtk-driver': 'WebKitWebDriver',
  xvfb: 'Xvfb',
}

/** Whether Firefox and WebKit are installed, for the journeys of `npm run test:long`. */
export async function ensureOtherBrowsers() {
  const listMissing = () =>
    Object.keys(OTHERS).filter((name) => !existsSync(`/usr/bin/${OTHERS[name]}`))
  if (listMissing().length > 0) await install('Firefox and WebKit', listMissing())
  const missing = listMissing()
  if (missing.length === 0) return true
  throw new SetupProblem(
    `The long tests need Debian's packages ${missing.join(', ')}: apt-get install ${missing.join(' ')}`,
  )
}

/** Installs Debian packages when possible; prints why when it fails. */
async function install(title, names) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!isRefreshed)
    await runWithProgress('Refreshing the list of packages', 'apt-get', ['update'], { env })
  isRefreshed = true
  const args = ['install', '-y', '--no-install-recommends', ...names]
  const { code, output } = await runWithProgress(`Installing ${title}`, 'apt-get', args, { env })
  if (code !== 0) console.error(output.trim().split('\n').slice(-8).join('\n'))
}
let isRefreshed = false
