import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sendCommand } from '../../server/control.ts'
import {
  commandOf,
  listDescendants,
  makeDataDir,
  openProduct,
  type Product,
  until,
} from '../support/product.ts'
import { askOn } from '../support/traffic/ask-on.ts'

const isLinux = process.platform === 'linux'

const processesOf = (product: Product) =>
  listDescendants(product.child.pid ?? 0).filter((pid) =>
    /server\/(web|work)\.ts/.test(commandOf(pid)),
  )

/** Runs `npm run reload` with the settings of a running product, without blocking this process. */
async function reload({ port, dataDir }: Product) {
  const child = spawn(process.execPath, ['server/command.mjs', 'reload'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      SAMPLE_SHOP: 'off',
    },
  })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: code as number, output }
}

/** A release whose processes end as soon as they start. */
function aBrokenRelease() {
  const folder = join(makeDataDir(), 'broken')
  mkdirSync(join(folder, 'server', 'bootstrap'), { recursive: true })
  writeFileSync(join(folder, 'server', 'bootstrap', 'quick-imports.mjs'), '')
  for (const entry of ['web.ts', 'work.ts'])
    writeFileSync(join(folder, 'server', entry), 'process.exit(1)')
  return folder
}

// One shop for everything, because a start takes seconds.
test.runIf(isLinux)(
  'a reload replaces every process and fails no request, over kept connections and new ones; a broken release replaces none',
  async () => {
    const product = await openProduct({ dataDir: makeDataDir(), empty: true })
    const before = processesOf(product)
    expect(before).toHaveLength(3)
    const broken = await sendCommand(product, { act: 'reload', folder: aBrokenRelease() })
    expect(broken).toMatchObject({ ok: false, folder: process.cwd() })
    expect(processesOf(product)).toEqual(before)

    const kept = askOn(product, new Agent({ keepAlive: true }))
    const young = askOn(product, new Agent({ keepAlive: false }))
    await until(
      () => kept.outcome.answered > 50 && young.outcome.answered > 50,
      'requests are answered',
    )
    expect(await reload(product)).toMatchObject({ code: 0 })
    const [onKept, onYoung] = [await kept.end(), await young.end()]
    expect(onKept.failed).toEqual([])
    expect(onYoung.failed).toEqual([])
    expect(onKept.answered + onYoung.answered).toBeGreaterThan(300)
    const after = processesOf(product)
    expect(after).toHaveLength(3)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])

    await product.end()
    const { code, output } = await reload(product)
    expect(code).toBe(1)
    expect(output).toContain('No shop runs with these settings')
  },
)
