import { findLatestTrial } from '../../../modules/payments/key-trials.ts'
import { readFirstSteps } from '../../../modules/reports/read-first-steps.ts'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { KeyTrialPanel } from '../../../ui/admin/payments/key-trial.tsx'
import { FirstSteps } from '../../../ui/admin/reports/first-steps.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/first-steps'
import { actOnFirstSteps } from './first-steps-action.ts'

export const meta = () => unlisted('First steps')

export async function loader(args: Route.LoaderArgs) {
  const { role } = await requireAdmin(args)
  const shop = args.context.get(shopContext)
  const [steps, trial] = await Promise.all([
    readPart(shop, 'first steps', () => readFirstSteps(shop)),
    findLatestTrial(shop.db),
  ])
  // A trial with another provider says nothing about the current one.
  const isOfNow = trial?.provider === shop.payments.name
  return {
    steps,
    trial: isOfNow ? trial : null,
    mode: shop.config.payments,
    mayTry: role === 'super_admin',
  }
}

export const action = (args: Route.ActionArgs) => actOnFirstSteps(args)

export default function FirstStepsScreen({ loaderData }: Route.ComponentProps) {
  const { steps, ...trial } = loaderData
  return (
    <>
      <PageHead title="First steps" back={{ to: '/admin', label: 'Back to Admin' }} />
      {steps ? <FirstSteps steps={steps} /> : null}
      <KeyTrialPanel {...trial} />
    </>
  )
}
