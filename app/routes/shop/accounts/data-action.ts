import { eraseOwnAccount } from '../../../modules/privacy/erase-account.ts'
import { requestContext, shopContext, type Visitor } from '../../../web/context.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/account'

/**
 * The file has an address of its own (data-file.ts): if this form answered with it, the page would keep showing the
 * question.
 */
export async function prepareDownload(args: Route.ActionArgs, form: FormData) {
  await requireProof(args, form)
  return redirectWith(args.context, '/account#your-data', goodToast('download-ready'))
}

/** Erases one's own account after a proof of identity; a refusal gives its reason, and nothing is lost. */
export async function eraseAccount(args: Route.ActionArgs, { userId }: Visitor, form: FormData) {
  await requireProof(args, form)
  const { context } = args
  const shop = context.get(shopContext)
  const actor = { userId, ip: context.get(requestContext).ip }
  const done = await tryAct(shop, 'erasing-failed', () => eraseOwnAccount(shop, actor))
  return done.ok
    ? redirectWith(context, '/', goodToast('account-erased'))
    : redirectWith(context, '/account?erase=1#your-data', badToast(done))
}
