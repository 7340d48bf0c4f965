import { redirect } from 'react-router'
import { startPictures } from '../../../modules/imports/pictures/start-pictures.ts'
import { MOST_ZIP_BYTES } from '../../../rules/imports/imports.ts'
import { shopContext } from '../../../web/context.ts'
import { holdFiles } from '../../../web/forms/parse-upload.ts'
import { readRequest } from '../../../web/forms/read-form.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/pictures-upload'
import { receiveFile } from './receive-file.ts'

const LIST = '/admin/import'

export const loader = () => redirect(LIST)

/**
 * Receives a zip of pictures and leads to the preview of each. The sender is checked before a byte of the zip is read.
 */
export async function action(args: Route.ActionArgs) {
  const person = await requireActor(args)
  const shop = args.context.get(shopContext)
  const started = await holdFiles({ id: person.userId, kind: 'staff' }, 1, () =>
    tryAct(shop, 'import-failed', () =>
      startPictures(shop, async (path) => {
        const { form, name, refusal } = await receiveFile(args.request, path, MOST_ZIP_BYTES)
        if (refusal === 'too-large') return { ok: false, reason: 'import-zip-large' }
        if (refusal) return refusal
        if (name === '') return { ok: false, reason: 'import-no-zip' }
        return { ok: true, name, actor: { ...person, request: readRequest(form) } }
      }),
    ),
  )
  return started.ok
    ? redirect(`${LIST}/${started.id}`)
    : redirectWith(args.context, LIST, badToast(started))
}
