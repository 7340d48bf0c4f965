import { sendEmailAgain, setEmailAside } from '../../../modules/reports/handle-failed-email.ts'
import { shopContext } from '../../../web/context.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/dashboard'

const ACTS = {
  'email-again': sendEmailAgain,
  'email-aside': setEmailAside,
}
const isAct = (intent: string): intent is keyof typeof ACTS => Object.hasOwn(ACTS, intent)

/** The acts on an email that could not be delivered. */
export async function actOnDashboard(args: Route.ActionArgs) {
  const { actor, form } = await readAct(args)
  const act = readText(form, 'intent')
  const id = readId(readText(form, 'email'))
  if (!isAct(act) || !id) return redirectWith(args.context, '/admin', badToast('bad-form'))
  const done = await ACTS[act](args.context.get(shopContext).db, actor, id)
  return redirectWith(args.context, '/admin', done.ok ? goodToast(act) : badToast(done))
}
