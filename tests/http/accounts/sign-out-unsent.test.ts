import { describe, expect, test } from 'vitest'
import { useApp } from '../../support/app.ts'

const app = useApp()
const UNSENT = 'zovala.unsent'

describe('signing out where the till of this device has something to send', () => {
  test.each(['sign-out', 'sign-out-everywhere'])(
    '%s is refused, with the way to the till',
    async (intent) => {
      const cashier = await app.signIn('cashier')
      cashier.cookies.set(UNSENT, '2')
      const page = await cashier.open(await cashier.post('/auth', { intent }))
      expect(page.html).toContain('Not everything is sent')
      expect(page.html).toContain('2 entries are still on this device only.')
      expect(page.html).toContain('href="/auth?then=%2Fadmin%2Fpos"')
      expect((await cashier.fetch('/orders')).status).toBe(200)

      // The till reports that everything was sent, and the sign-out succeeds.
      cashier.cookies.set(UNSENT, '0')
      const out = await cashier.open(await cashier.post('/auth', { intent }))
      expect(out.html).toContain('Signed out')
      expect((await cashier.fetch('/orders')).status).toBe(302)
    },
  )

  test('a person who may not stand at a till is let out: they could not send it either', async () => {
    const customer = await app.signIn()
    customer.cookies.set(UNSENT, '2')
    await customer.post('/auth', { intent: 'sign-out' })
    expect((await customer.fetch('/orders')).status).toBe(302)
  })
})
