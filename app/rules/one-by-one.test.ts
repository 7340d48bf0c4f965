import { expect, test } from 'vitest'
import { openQueue, QueueFull } from './one-by-one.ts'

test('a one-by-one queue runs its tasks one after the other, holds no more than its limit, and continues after a failure', async () => {
  const line = openQueue(1)
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const both = Promise.allSettled([
    line(async () => {
      await gate.promise
      done.push('first')
      return 1
    }),
    line(() => {
      done.push('second')
      return Promise.reject(new Error('failed'))
    }),
  ])
  const third = line(async () => 3)
  await expect(third).rejects.toThrow(QueueFull)
  await expect(third).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  gate.resolve()
  expect(await both).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: { message: 'failed' } },
  ])
  expect(done).toEqual(['first', 'second'])
  expect(await line(async () => 4)).toBe(4)
})

test('a queue without a limit accepts every task', async () => {
  const line = openQueue()
  expect(await Promise.all([1, 2, 3, 4].map((n) => line(async () => n)))).toEqual([1, 2, 3, 4])
})
