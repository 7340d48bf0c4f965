import { downloadData } from '../../../modules/privacy/download-data.ts'
import { deviceOf, shopContext } from '../../../web/context.ts'
import { requireCustomer } from '../../../web/guards.ts'
import { jsonFile } from '../../../web/lists/json-file.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/data-file'

/**
 * All data that the shop holds on the signed-in person, after a proof of identity; without one redirects to where they
 * can give it.
 */
export async function loader(args: Route.LoaderArgs) {
  const visitor = await requireCustomer(args)
  if (!visitor.isJustProven)
    return redirectWith(args.context, '/account', badToast('download-unproven'))
  const done = await downloadData(args.context.get(shopContext), visitor.userId, {
    device: deviceOf(args),
  })
  return done.ok
    ? jsonFile('my-data.json', done.file)
    : redirectWith(args.context, '/account', badToast(done))
}
