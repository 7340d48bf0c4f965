import { describe, expect, test } from 'vitest'
import { aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { changeRole } from './change-role.ts'
import { findVisitor } from './find-visitor.ts'
import { appointStaff, listStaff } from './staff/appoint-staff.ts'

const shop = useShop()

describe('the roles of the staff', () => {
  test('the first super_admin is made with an account and a link to choose a password', async () => {
    const made = await appointStaff(shop, ' Owner@Shop.MW ', 'super_admin')
    expect(made).toEqual({
      ok: true,
      passwordUrl: expect.stringMatching(/^http:\/\/localhost:3999\/auth\?token=[\w-]{20,}$/),
    })
    expect(await listStaff(shop.db)).toEqual([
      { id: expect.any(String), email: 'owner@shop.mw', name: 'owner', role: 'super_admin' },
    ])
    const token = new URL((made.ok && made.passwordUrl) || '').searchParams.get('token') ?? ''
    expect(await shop.auth.findLink('reset-password', token)).toMatchObject({
      email: 'owner@shop.mw',
    })
    expect(await shop.auth.findLink('reset-password', `${token}x`)).toBeNull()
  })

  test('the link sets the password, confirms the address, and works once', async () => {
    const made = await appointStaff(shop, 'owner@shop.mw', 'super_admin')
    const token = new URL((made.ok && made.passwordUrl) || '').searchParams.get('token') ?? ''
    const chosen = await shop.auth.handler(
      new Request('http://localhost:3999/api/auth/reset-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:3999' },
        body: JSON.stringify({ token, newPassword: 'mfumu ya shopu' }),
      }),
    )
    expect(chosen.status).toBe(200)
    const signedIn = await shop.auth.api.signInEmail({
      body: { email: 'owner@shop.mw', password: 'mfumu ya shopu' },
    })
    const headers = new Headers({ authorization: `Bearer ${signedIn.token}` })
    expect(await findVisitor(shop, headers)).toMatchObject({
      visitor: { email: 'owner@shop.mw', role: 'super_admin' },
    })
    expect(await shop.auth.findLink('reset-password', token)).toBeNull()
    expect(await appointStaff(shop, 'owner@shop.mw', 'admin')).toEqual({
      ok: false,
      reason: 'last-super-admin',
    })
  })

  test('an existing customer keeps their account and password and only gets the role', async () => {
    const { email, userId } = await aUser(shop)
    await shop.auth.$context.then(({ internalAdapter }) =>
      internalAdapter.createAccount({
        userId,
        accountId: userId,
        providerId: 'credential',
        password: 'a hash',
      }),
    )
    expect(await appointStaff(shop, email, 'cashier')).toEqual({ ok: true, passwordUrl: null })
  })

  test('the last super_admin keeps the role, even when two lose it at the same moment', async () => {
    const one = await aUser(shop, 'super_admin')
    const two = await aUser(shop, 'super_admin')
    const both = await Promise.all([
      changeRole(shop, one.email, 'customer'),
      changeRole(shop, two.email, 'customer'),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual({ ok: false, reason: 'last-super-admin' })
    expect(await listStaff(shop.db)).toHaveLength(1)
  })

  test('an address without an account is refused, and no account is made', async () => {
    expect(await changeRole(shop, 'nobody@example.com', 'admin')).toEqual({
      ok: false,
      reason: 'person-not-found',
    })
  })
})
