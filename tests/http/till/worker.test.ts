import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'

const app = useApp()

test('the till’s service worker is a script that a browser can run, alike for everybody, and names its build', async () => {
  const answer = await app.visit().fetch('/admin/pos/worker.js')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'service-worker-allowed': '/admin/pos',
  })
  const worker = await answer.text()
  expect(worker).toMatch(/^const BUILD = \{"version":"[0-9a-f]{12}","files":\["\/assets\//)
  // A worker that the browser refuses to read or run would leave the till without an offline start.
  const received: string[] = []
  const addEventListener = (name: string) => void received.push(name)
  runInNewContext(worker, { addEventListener, location: new URL('https://shop.example/') })
  expect(received).toEqual(['install', 'activate', 'fetch'])
  const cashier = await app.signIn('cashier')
  expect(await (await cashier.fetch('/admin/pos/worker.js')).text()).toBe(worker)
})
