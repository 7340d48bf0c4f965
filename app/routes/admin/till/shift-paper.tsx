import { readShift } from '../../../modules/till/shifts/read-shift.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ZReport } from '../../../ui/admin/till/z-report.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/shift-paper'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Z report ${loaderData.shift.till.name} | ${settings().name}`
      : settings().name,
  },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const id = readId(params.shiftId)
  const shift = id && (await readTwice(() => readShift(db, id)))
  if (!shift) throw new Response(null, { status: 404 })
  return { shift }
}

export default function ShiftPaper({ loaderData: { shift } }: Route.ComponentProps) {
  return <ZReport shift={shift} />
}
