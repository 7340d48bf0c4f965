import { expect, test } from 'vitest'
import { ACCOUNT_EVENT_WORDS } from '../messages/accounts/account-events.ts'
import { ACCOUNT_EVENTS } from './account-events.ts'
import { isHigherRole, isStaffPath, mayRunShop, mayUseTill, ROLES } from './roles.ts'
import { mustHaveSecondStep, SECOND_STEP_FOR } from './second-step.ts'
import { LONGEST_SESSION_SECONDS, sessionEndOf } from './session-ends.ts'
import { suspendedFormIn } from './step-up.ts'

const rolesThat = (may: (role: (typeof ROLES)[number]) => boolean) => ROLES.filter(may)

test('admins run the shop, cashiers use the till, customers neither', () => {
  expect(rolesThat(mayRunShop)).toEqual(['super_admin', 'admin'])
  expect(rolesThat(mayUseTill)).toEqual(['super_admin', 'admin', 'cashier'])
})

test('a role is higher than those after it, and not than itself', () => {
  expect(rolesThat((role) => isHigherRole(role, 'admin'))).toEqual(['super_admin'])
  expect(rolesThat((role) => isHigherRole(role, 'customer'))).toEqual([
    'super_admin',
    'admin',
    'cashier',
  ])
  expect(rolesThat((role) => isHigherRole('customer', role))).toEqual([])
})

test('the screens of the staff are /admin and /pos with all below them, and nothing that begins alike', () => {
  for (const path of ['/admin', '/admin/orders', '/pos', '/pos?x=1', '/admin#top', '/Admin'])
    expect(isStaffPath(path), path).toBe(true)
  for (const path of ['/', '/administrator', '/post', '/x/admin', '/positions'])
    expect(isStaffPath(path), path).toBe(false)
})

test('a second step is demanded of those whom the shop names', () => {
  const demanded = Object.fromEntries(
    SECOND_STEP_FOR.map((scope) => [scope, rolesThat((role) => mustHaveSecondStep(role, scope))]),
  )
  expect(demanded).toEqual({
    nobody: [],
    admins: ['super_admin', 'admin'],
    staff: ['super_admin', 'admin', 'cashier'],
  })
})

test('a session of the staff ends after 14 hours of rest and 7 days, one of a shopper after 30 and 180 days', () => {
  for (const role of ['super_admin', 'admin', 'cashier'] as const)
    expect(sessionEndOf(role)).toEqual({ idleHours: 14, longestHours: 168 })
  expect(sessionEndOf('customer')).toEqual({ idleHours: 720, longestHours: 4320 })
  expect(LONGEST_SESSION_SECONDS).toBe(180 * 86_400)
})

test('a form that was held back is found in what an action has thrown, and in nothing else', () => {
  const held = { action: '/admin/x', fields: [], refusal: null }
  expect(suspendedFormIn({ data: { held } })).toBe(held)
  for (const other of [null, undefined, 'held', 5, {}, { held }, { data: null }, { data: {} }])
    expect(suspendedFormIn(other)).toBeNull()
})

test('every event of an account has words of its own', () => {
  const words = ACCOUNT_EVENTS.map((kind) => ACCOUNT_EVENT_WORDS[kind])
  expect(words).toEqual([
    'Signed in',
    'Wrong password',
    'Wrong code',
    'Passkey refused',
    'Passkey refused: it may have been copied',
    'Recovery code used',
    'Second step turned on',
    'Second step turned off',
    'Passkey added',
    'Passkey removed',
    'Refused',
    'Signed out from elsewhere',
    'Data downloaded',
  ])
})
