import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listDescendants, makeDataDir, openProduct } from '../support/product.ts'

/** What a process and all below it hold, shared pages counted once (Linux), in MB. */
function memoryOf(pid: number) {
  const kilobytes = [pid, ...listDescendants(pid)].map((one) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, of) => sum + of, 0) / 1000
}

// Measured: 520 MB and 570 to 690; 730 to 880 and 880 to 1,070 where V8 takes what it likes.
test.runIf(process.platform === 'linux')(
  'the whole shop with its database takes at most 640 MB when it is open, and 800 after a thousand pages',
  async () => {
    // The first start fills the sample shop in the supervisor, which a real one never does.
    const dataDir = makeDataDir()
    await (await openProduct({ dataDir })).end()
    const product = await openProduct({ dataDir })
    const pid = product.child.pid ?? 0
    expect(memoryOf(pid)).toBeLessThan(640)
    const paths = ['/', '/size-guide', '/api/products', '/track-order', '/cart', '/auth']
    for (let n = 0; n < 1000; n += 10)
      await Promise.all(
        Array.from({ length: 10 }, async (_, k) => {
          const cookie = `zovala_session=${n + k}`
          const path = paths[(n + k) % paths.length] ?? '/'
          const answer = await fetch(product.origin + path, { headers: { cookie } })
          await answer.arrayBuffer()
        }),
      )
    expect(memoryOf(pid)).toBeLessThan(800)
  },
)
