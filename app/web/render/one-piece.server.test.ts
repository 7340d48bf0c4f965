import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { writeHandOver } from './one-piece.server.tsx'

test('the loader data arrives unchanged, and cannot end its script', () => {
  const loaded = 'a name: </script><script>alert(1)</script><!--\u2028&amp;$&'
  const script = writeHandOver(loaded)
  expect(script).not.toContain('<')
  const enqueue = vi.fn()
  const close = vi.fn()
  const streamController = { enqueue, close }
  runInNewContext(script, { window: { __reactRouterContext: { streamController } } })
  expect(enqueue).toHaveBeenCalledWith(loaded)
  expect(close).toHaveBeenCalledOnce()
})
