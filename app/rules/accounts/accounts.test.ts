import { expect, test } from 'vitest'
import { ACCOUNT_EVENT_WORDS } from '../messages/accounts/account-events.ts'
import { authFieldErrors } from '../messages/accounts/accounts.ts'
import { ACCOUNT_EVENTS } from './account-events.ts'
import { makeErasedEmail } from './erasure.ts'
import { invitationForm } from './invitations.ts'
import { homeOf, isHigherRole, isStaffPath, mayRunShop, mayUseTill, ROLES } from './roles.ts'
import { mustHaveSecondStep, SECOND_STEP_FOR } from './second-step.ts'
import { LONGEST_SESSION_SECONDS, sessionEndOf } from './session-ends.ts'
import { suspendedFormIn } from './step-up.ts'

const rolesThat = (may: (role: (typeof ROLES)[number]) => boolean) => ROLES.filter(may)

test('admins run the shop, cashiers only use the till, customers neither', () => {
  expect(rolesThat(mayRunShop)).toEqual(['super_admin', 'admin'])
  expect(rolesThat(mayUseTill)).toEqual(['super_admin', 'admin', 'cashier'])
})

test('a role is higher than those after it, and not higher than itself', () => {
  expect(rolesThat((role) => isHigherRole(role, 'admin'))).toEqual(['super_admin'])
  expect(rolesThat((role) => isHigherRole(role, 'customer'))).toEqual([
    'super_admin',
    'admin',
    'cashier',
  ])
  expect(rolesThat((role) => isHigherRole('customer', role))).toEqual([])
})

test('staff screens are /admin and /pos with all below them, and no other address that starts alike', () => {
  for (const path of ['/admin', '/admin/orders', '/pos', '/pos?x=1', '/admin#top', '/Admin'])
    expect(isStaffPath(path), path).toBe(true)
  for (const path of ['/', '/administrator', '/post', '/x/admin', '/positions'])
    expect(isStaffPath(path), path).toBe(false)
})

test('staff start at the screen of their work', () => {
  expect((['super_admin', 'admin', 'cashier'] as const).map(homeOf)).toEqual([
    '/admin',
    '/admin',
    '/admin/pos',
  ])
})

test('an invitation goes to an email address in small letters, and to a role of the staff', () => {
  const read = (change: object) =>
    invitationForm.safeParse({ email: ' Ana@Shop.mw ', role: 'cashier', ...change })
  expect(read({}).data).toEqual({ email: 'ana@shop.mw', role: 'cashier' })
  const longest = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.mw`
  expect(longest).toHaveLength(254)
  expect(read({ email: longest }).data?.email).toBe(longest)
  const messages = ({ error }: ReturnType<typeof read>) =>
    error?.issues.map(({ message }) => message)
  expect(messages(read({ email: 'ana' }))).toEqual([authFieldErrors['bad-email']])
  expect(messages(read({ email: `a${longest}` }))).toEqual([authFieldErrors['bad-email']])
  expect(read({ role: 'customer' }).success).toBe(false)
})

test('an erased person gets an address at which nobody can get email', () => {
  expect(makeErasedEmail('x1')).toMatch(/^[a-z-]+x1@[a-z]+\.invalid$/)
})

test('a second step is required for the roles that the shop names', () => {
  const demanded = Object.fromEntries(
    SECOND_STEP_FOR.map((scope) => [scope, rolesThat((role) => mustHaveSecondStep(role, scope))]),
  )
  expect(demanded).toEqual({
    nobody: [],
    admins: ['super_admin', 'admin'],
    staff: ['super_admin', 'admin', 'cashier'],
  })
})

test('a staff session ends after 14 idle hours and 7 days, a customer’s after 30 and 180 days', () => {
  for (const role of ['super_admin', 'admin', 'cashier'] as const)
    expect(sessionEndOf(role)).toEqual({ idleHours: 14, longestHours: 168 })
  expect(sessionEndOf('customer')).toEqual({ idleHours: 720, longestHours: 4320 })
  expect(LONGEST_SESSION_SECONDS).toBe(180 * 86_400)
})

test('a suspended form is found in an action’s thrown data, and in no other value', () => {
  const held = { action: '/admin/x', fields: [], refusal: null }
  expect(suspendedFormIn({ data: { held } })).toBe(held)
  for (const other of [null, undefined, 'held', 5, {}, { held }, { data: null }, { data: {} }])
    expect(suspendedFormIn(other)).toBeNull()
})

test('every account event has its own text', () => {
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
