import { redirect } from 'react-router'
import { confirmImport } from '../../../modules/imports/confirm-import.ts'
import { deleteImport } from '../../../modules/imports/delete-import.ts'
import { startSentImport } from '../../../modules/imports/start-import.ts'
import { tooLarge } from '../../../modules/imports/too-large.ts'
import { CSV_KINDS, MOST_IMPORT } from '../../../rules/imports/imports.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { holdFiles } from '../../../web/forms/parse-upload.ts'
import { cleanForm, readId, readRequest, readText } from '../../../web/forms/read-form.ts'
import { readAct, requireActor } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import { receiveFile } from './receive-file.ts'

const LIST = '/admin/import'
/**
 * How many places for uploads a file takes: its keys and codes are in memory while it is read, so a process takes two
 * files at once.
 */
const WEIGHT = 3

/** Receives a file and leads to the preview of its rows. The sender is checked before a byte of the file is read. */
export async function takeFile(args: RequestArgs) {
  const person = await requireActor(args)
  const shop = args.context.get(shopContext)
  let back: string = LIST
  const started = await holdFiles({ id: person.userId, kind: 'staff' }, WEIGHT, () =>
    tryAct(shop, 'import-failed', () =>
      startSentImport(shop, async (path) => {
        const sent = await receiveFile(args.request, path, MOST_IMPORT.bytes)
        const form = cleanForm(sent.form)
        const kind = CSV_KINDS.find((one) => one === readText(form, 'kind')) ?? 'products'
        back = `${LIST}?kind=${kind}`
        if (sent.refusal === 'too-large') return tooLarge(MOST_IMPORT)
        if (sent.refusal) return sent.refusal
        const actor = { ...person, request: readRequest(form) }
        return { ok: true, actor, name: sent.name, kind, addsCategories: form.has('categories') }
      }),
    ),
  )
  return started.ok
    ? redirect(`${LIST}/${started.id}`)
    : redirectWith(args.context, back, badToast(started))
}

/** `import` and `delete` of one file. */
export async function actOnImport(args: RequestArgs, importId: string) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const id = readId(importId)
  const intent = readText(form, 'intent')
  const respond = (toast: Toast, to: string) => redirectWith(args.context, to, toast)
  if (!id) return respond(badToast('not-found'), LIST)
  if (intent === 'delete') {
    const done = await tryAct(shop, 'import-failed', () => deleteImport(shop, actor, id))
    return done.ok
      ? respond(goodToast('import-deleted'), LIST)
      : respond(badToast(done), `${LIST}/${id}`)
  }
  if (intent !== 'import') return respond(badToast('bad-form'), `${LIST}/${id}`)
  const done = await tryAct(shop, 'import-failed', () => confirmImport(shop, actor, id))
  // The screen itself shows the progress: a file of a few rows is done by now.
  return done.ok ? redirect(`${LIST}/${id}`) : respond(badToast(done), `${LIST}/${id}`)
}
