import { expect, test } from 'vitest'
import { makeDataDir, memoryOf, openProduct } from '../support/product.ts'

// Measured: 520 MB and 570 to 690; 730 to 880 and 880 to 1,070 where V8 takes what it likes.
test.runIf(process.platform === 'linux')(
  'the whole shop with its database takes at most 640 MB when it is open, and 800 after a thousand pages',
  async () => {
    // The first start fills the sample shop in the supervisor, which a real one never does.
    const dataDir = makeDataDir()
    await (await openProduct({ dataDir })).end()
    const product = await openProduct({ dataDir })
    expect(memoryOf(product)).toBeLessThan(640)
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
    expect(memoryOf(product)).toBeLessThan(800)
  },
)
