import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Browser } from './browser.ts'

type BidiMessage = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Value = { type: string; value?: unknown }
type Evaluated =
  | { type: 'success'; result: Value }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** Firefox over WebDriver BiDi, which it supports itself. `profile` is a folder whose data survives the browser. */
export async function openFirefox(profile: string): Promise<Browser> {
  const child = spawn(
    process.env['FIREFOX_PATH'] ?? 'firefox-esr',
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const { send, close } = await connect(await addressOf(child))
  await send('session.new', { capabilities: {} })
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    contexts: { context: string }[]
  }
  let context = contexts[0]?.context ?? ''
  const at = () => ({ target: { context } })

  const perform = (actions: object[]) => send('input.performActions', { context, actions })

  return {
    name: 'Firefox',
    go: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async run(script, ...args) {
      const answer = (await send('script.evaluate', {
        ...at(),
        expression: `(async () => JSON.stringify(await (${String(script)})(...${JSON.stringify(args)})) ?? 'null')()`,
        awaitPromise: true,
        userActivation: false,
      })) as Evaluated
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return JSON.parse(String(answer.result.value))
    },
    async click(selector) {
      const { nodes } = (await send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })) as { nodes: { sharedId: string }[] }
      if (!nodes[0]) throw new Error(`Nothing is ${selector}.`)
      const origin = { type: 'element', element: { sharedId: nodes[0].sharedId } }
      await perform([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ])
    },
    async type(text) {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await perform([{ type: 'key', id: 'keys', actions }])
    },
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async screenshot() {
      const { data } = (await send('browsingContext.captureScreenshot', { context })) as {
        data: string
      }
      return Buffer.from(data, 'base64')
    },
    async newWindow() {
      const before = context
      const made = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
      context = made.context
      await send('browsingContext.close', { context: before })
    },
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    async close() {
      const gone = once(child, 'exit')
      await send('browser.close', {}).catch(() => child.kill())
      await gone
      close()
    },
  }
}

async function addressOf({ stderr }: ChildProcess) {
  if (!stderr) throw new Error('Firefox has no output.')
  const output: string[] = []
  for await (const line of createInterface({ input: stderr })) {
    output.push(line)
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address) {
      stderr.resume()
      return `${address}/session`
    }
  }
  throw new Error(`Firefox did not start.\n${output.join('\n')}`)
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as BidiMessage
    const asked = waiting.get(id ?? 0)
    if (type === 'error') asked?.reject(new Error(`${error}: ${message}`))
    else asked?.resolve(result)
    waiting.delete(id ?? 0)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox is gone.'))
  })
  await once(socket, 'open')
  return {
    send: (method: string, params: object) => {
      last += 1
      const asked = Promise.withResolvers<unknown>()
      waiting.set(last, asked)
      socket.send(JSON.stringify({ id: last, method, params }))
      return asked.promise
    },
    close: () => socket.close(),
  }
}
