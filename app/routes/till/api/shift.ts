import { readOwnShift } from '../../../modules/till/shifts/read-shift.ts'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/staff-form.ts'
import { requireTill } from '../../../web/guards.ts'
import { json, jsonRefusal, methodNotAllowed } from '../../../web/responses.ts'
import type { Route } from './+types/shift'

/** GET: a Z report. Cashiers have their own, once it is closed; what is not for them is as if it were not there. */
export async function loader(args: Route.LoaderArgs) {
  const visitor = await requireTill(args)
  const id = readId(args.params.shiftId)
  const shift = id && (await readOwnShift(args.context.get(shopContext).db, visitor, id))
  return shift ? json(shift) : jsonRefusal('not-found')
}

export async function action(args: Route.ActionArgs) {
  await requireTill(args)
  return methodNotAllowed('GET')
}
