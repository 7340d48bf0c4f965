import { redirectDocument } from 'react-router'
import { findLatestTrial, settleTrial, tryKeys } from '../../../modules/payments/key-trials.ts'
import { shopContext } from '../../../web/context.ts'
import { readText } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/first-steps'
import { hideSteps } from './hidden-steps.ts'

/** `try-keys` and `ask-keys` for the payment keys, and `hide`, which removes the first steps from the dashboard. */
export async function actOnFirstSteps(args: Route.ActionArgs) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const respond = (toast: Toast) => redirectWith(args.context, '/admin/first-steps', toast)
  switch (readText(form, 'intent')) {
    case 'try-keys': {
      const tried = await tryKeys(shop, actor)
      if (!tried.ok) return respond(badToast(tried))
      // The provider's page is on another site.
      return redirectDocument(tried.checkoutUrl ?? '/admin/first-steps')
    }
    case 'ask-keys': {
      const trial = await findLatestTrial(shop.db)
      if (trial) await settleTrial(shop, trial.reference)
      return respond(goodToast('keys-asked'))
    }
    case 'hide':
      return redirectWith(args.context, '/admin', goodToast('first-steps-hidden'), {
        'Set-Cookie': await hideSteps(args.context),
      })
    default:
      return respond(badToast('bad-form'))
  }
}
