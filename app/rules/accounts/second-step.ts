import { mayRunShop, type Role } from './roles.ts'

/** Whose sign-in the shop requires a second step for. */
export const SECOND_STEP_FOR = ['nobody', 'admins', 'staff'] as const
export type SecondStepFor = (typeof SECOND_STEP_FOR)[number]

/** An app that was started is confirmed within so long, as with a proof: its secret is shown meanwhile. */
export const SET_UP_MINUTES = 10

/** A recovery code as it may be typed: its 28 signs, with whatever stands between its groups. */
export const LONGEST_CODE = 60

/** Whether who has this role has to set up a second step, as the shop wants it of staff, admins or nobody. */
export const mustHaveSecondStep = (role: Role, demanded: SecondStepFor) =>
  demanded === 'staff' ? role !== 'customer' : demanded === 'admins' && mayRunShop(role)
