import { mayRunShop, type Role } from './roles.ts'

/** Whom the shop requires a second step from. */
export const SECOND_STEP_FOR = ['nobody', 'admins', 'staff'] as const
export type SecondStepFor = (typeof SECOND_STEP_FOR)[number]

/**
 * The time within which a newly set up app has to be confirmed: its secret is shown meanwhile, and the proof of
 * identity lasts as long.
 */
export const SET_UP_MINUTES = 10

/** The longest typed recovery code: its 28 characters with separators between its groups. */
export const LONGEST_CODE = 60

/** Whether a person with this role has to set up a second step, given the shop's demand. */
export const mustHaveSecondStep = (role: Role, demanded: SecondStepFor) =>
  demanded === 'staff' ? role !== 'customer' : demanded === 'admins' && mayRunShop(role)
