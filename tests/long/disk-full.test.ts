import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generalRefusals } from '../../app/rules/messages/general.ts'
import { freePort, livePostmaster } from '../../server/postgres/postgres-place.ts'
import { makeDataDir, openProduct, startProduct, until } from '../support/product.ts'
import { auditBooks, openShoppers, payloadFor, type SoldProduct } from '../support/shoppers.ts'
import { openCounterLoad } from '../support/traffic/counter-load.ts'
import { openOrderLoad } from '../support/traffic/order-load.ts'
import { askDoctor, poolOf, untilSettled } from '../support/traffic/running-shop.ts'

const MB = 1024 * 1024
const ENV = { RATE_LIMIT_SCALE: '100000', PAYMENT_POLL_SECONDS: '1' }
const SENTENCE = generalRefusals.unavailable.description
const canMount = process.platform === 'linux' && process.getuid?.() === 0
const named = canMount ? '' : ' (left out: only root mounts a small disk)'

/** A data folder on its own disk of so many megabytes. */
function makeSmallDisk(megabytes: number) {
  const dataDir = makeDataDir()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'zovala', dataDir])
  onTestFinished(() => void execFileSync('umount', ['-l', dataDir]))
  const filler = join(dataDir, 'filler')
  return {
    dataDir,
    freeMb: () => {
      const { bavail, bsize } = statfsSync(dataDir)
      return (bavail * bsize) / MB
    },
    /** Fills the disk up to so many free megabytes; with none, not a single byte is free. */
    fill(left: number) {
      const file = openSync(filler, 'a')
      try {
        while (this.freeMb() > left) writeSync(file, Buffer.alloc(left === 0 ? 4096 : MB))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
  }
}

test.runIf(canMount)(
  `the disk is full while the shop sells: it says so, loses nothing, and goes on when there is room${named}`,
  async () => {
    const disk = makeSmallDisk(900)
    const { dataDir } = disk
    const port = await freePort()
    let product = await openProduct({ dataDir, port, env: ENV })
    const { origin } = product
    const database = poolOf(dataDir)
    const load = await openOrderLoad(origin, database, 6)
    const counter = await openCounterLoad(origin, database)
    const [shopper] = await openShoppers(product, 1)
    const bag = (await (
      await fetch(`${origin}/api/products/canvas-tote-bag`)
    ).json()) as SoldProduct
    const doctor = () => askDoctor({ DATA_DIR: dataDir, SAMPLE_SHOP: 'on' })
    const sells = async (what: string) => {
      const [orders, sales, since] = [10, counter.sold.length + 3, Date.now()]
      await until(
        () => load.startedAfter(since).length >= orders && counter.sold.length >= sales,
        `it sells: ${what}`,
        60_000,
      )
    }
    const PAGES = ['/', '/products', '/category/bags', '/product/canvas-tote-bag']
    const readPages = () =>
      Promise.all(PAGES.map(async (path) => `${path} ${(await fetch(origin + path)).status}`))
    const allRead = PAGES.map((path) => `${path} 200`)
    // Without a database, cached pages are shown; the others say that the shop is away, and are no "not found".
    const readOrAway = PAGES.map((path) => expect.stringMatching(`^${path} (200|503)$`) as string)
    /** Places orders until the shop has no room for one, and checks its answers. */
    async function untilRefused(read = allRead) {
      let refused: { status: number; body: unknown } | undefined
      await until(async () => {
        const answer = await shopper?.send('/functions/process-payment', payloadFor(bag, 1))
        if (answer && answer.status !== 200) refused = answer
        return refused !== undefined
      }, 'an order is refused')
      expect(refused).toEqual({ status: 503, body: { error: SENTENCE } })
      const tries = load.retries()
      await until(() => load.retries() > tries + 20, 'shoppers try again')
      expect(await readPages()).toEqual(read)
      expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    }
    /** Makes room, and measures the time until the shop accepts an order. */
    async function recover(what: string) {
      const since = Date.now()
      disk.makeRoom()
      await sells(what)
      const pause = (load.startedAfter(since)[0]?.at ?? 0) - since
      console.log(`${what}: an order ${pause} ms after there was room`)
      expect(pause).toBeLessThan(30_000)
    }

    await sells('at first')
    await readPages()
    // The owner is warned while there is still room.
    disk.fill(200)
    const early = await doctor()
    expect([early.status, early.output]).toEqual([1, expect.stringContaining('is nearly full')])
    await sells('while it is nearly full')

    disk.fill(0)
    await untilRefused()
    const full = await doctor()
    expect([full.status, full.output]).toEqual([1, expect.stringContaining('is nearly full')])
    await recover('full')

    // The worst case: the database dies, and cannot write the files that it needs to restart.
    disk.fill(0)
    await untilRefused()
    process.kill(livePostmaster(join(dataDir, 'postgres')) ?? 0, 'SIGKILL')
    await untilRefused(readOrAway)
    await recover('full, and the database was killed')

    await Promise.all([load.stop(), counter.stop()])
    await load.expectOnce()
    await counter.expectOnce()
    await untilSettled(database)
    expect(await auditBooks(dataDir)).toEqual([])
    const after = await doctor()
    expect(after.status, after.output).toBe(0)
    expect(product.output()).not.toContain('process ends and is started again')

    // A start on a full disk fails with the reason.
    await product.end()
    disk.fill(0)
    const refused = await startProduct({ dataDir, port, env: ENV })
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toMatch(/disk .*is full/i)
    expect(refused.output()).not.toContain('    at ')
    disk.makeRoom()
    product = await openProduct({ dataDir, port, env: ENV })
    expect(await auditBooks(dataDir)).toEqual([])
  },
  400_000,
)
