import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { freePort } from '../../../server/postgres/postgres-place.ts'
import type { Browser } from './browser.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK’s own small browser over WebDriver, on a virtual screen. */
export async function openWebKit(profile: string): Promise<Browser> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!binary) throw new Error('MiniBrowser is not there.')
  const { screen, display } = await openScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
      LIBGL_ALWAYS_SOFTWARE: '1',
      GTK_A11Y: 'none',
      NO_AT_BRIDGE: '1',
    },
  })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const closeAll = async () => {
    await stop(driver)
    await stop(screen)
  }
  const open = async () => {
    while (!(await isUp(port)))
      if (driver.exitCode !== null) throw new Error('WebKitWebDriver did not start.')
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
    }
    return (await ask('POST', '/session', { capabilities })) as { sessionId: string }
  }
  const { sessionId } = await open().catch(async (error) => {
    await closeAll()
    throw error
  })
  const send = (method: string, path: string, body?: object) =>
    ask(method, `/session/${sessionId}${path}`, body)

  return {
    name: 'WebKit',
    go: async (url) => void (await send('POST', '/url', { url })),
    async run(script, ...args) {
      const answer = (await send('POST', '/execute/async', {
        script: `const done = arguments[arguments.length - 1];
          (async () => JSON.stringify(await (${String(script)})(...${JSON.stringify(args)})) ?? 'null')()
            .then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        args: [],
      })) as { value?: string; error?: string }
      if (answer.error) throw new Error(answer.error)
      return JSON.parse(answer.value ?? 'null')
    },
    async click(selector) {
      const found = (await send('POST', '/element', {
        using: 'css selector',
        value: selector,
      })) as Record<string, string>
      await send('POST', `/element/${found[ELEMENT]}/click`, {})
    },
    async type(text) {
      const focused = (await send('GET', '/element/active')) as Record<string, string>
      await send('POST', `/element/${focused[ELEMENT]}/value`, { text })
    },
    async resize(width, height) {
      // The window includes its frame: the missing size of the page is added.
      await send('POST', '/window/rect', { x: 0, y: 0, width, height })
      const inner = (await send('POST', '/execute/sync', {
        script: 'return [innerWidth, innerHeight]',
        args: [],
      })) as [number, number]
      await send('POST', '/window/rect', {
        x: 0,
        y: 0,
        width: 2 * width - inner[0],
        height: 2 * height - inner[1],
      })
    },
    screenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
    async newWindow() {
      const { handle } = (await send('POST', '/window/new', { type: 'window' })) as {
        handle: string
      }
      await send('DELETE', '/window')
      await send('POST', '/window', { handle })
    },
    back: async () => void (await send('POST', '/back', {})),
    async close() {
      await send('DELETE', '').catch(() => {})
      await closeAll()
    },
  }
}

async function isUp(port: number) {
  await new Promise((done) => setTimeout(done, 20))
  const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
  return answer?.ok === true
}

async function openScreen() {
  // It chooses a free display number itself, and writes it to this file descriptor.
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  for await (const number of createInterface({ input: screen.stdio[3] as Readable }))
    return { screen, display: `:${number}` }
  throw new Error('Xvfb did not start.')
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
