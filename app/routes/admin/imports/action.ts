import { redirect } from 'react-router'
import { deleteImport } from '../../../modules/imports/find-import.ts'
import { confirmImport } from '../../../modules/imports/run-import.ts'
import { startImport } from '../../../modules/imports/start-import.ts'
import { tooLarge } from '../../../modules/imports/too-large.ts'
import { CSV_KINDS, MOST_IMPORT_BYTES } from '../../../rules/imports/imports.ts'
import { attempt } from '../../../web/attempt.ts'
import { type RequestArgs, shopContext } from '../../../web/context.ts'
import { holdFiles, parseUpload } from '../../../web/forms/parse-upload.ts'
import {
  cleanForm,
  readFiles,
  readId,
  readRequest,
  readText,
} from '../../../web/forms/read-form.ts'
import { readAct, requireActor } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'

const LIST = '/admin/import'

/** Takes a file and leads to what its rows would do. Who asks is known before a byte of it is read. */
export async function takeFile(args: RequestArgs) {
  const person = await requireActor(args)
  const shop = args.context.get(shopContext)
  const respond = (toast: Toast, to = LIST) => redirectWith(args.context, to, toast)
  const held = await holdFiles({ id: person.userId, kind: 'staff' }, 1, async () => {
    const sent = await parseUpload(args.request, {
      maxFiles: 1,
      maxParts: 10,
      mostBytes: MOST_IMPORT_BYTES,
    })
    const form = cleanForm(sent.form)
    const kind = CSV_KINDS.find((one) => one === readText(form, 'kind')) ?? 'products'
    const [file] = readFiles(sent.form, 'file')
    if (sent.refusal)
      return sent.refusal.reason === 'picture-too-large'
        ? { ...tooLarge, kind }
        : ({ ok: false, reason: 'import-cut', kind } as const)
    const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0))
    const actor = { ...person, request: readRequest(form) }
    const started = await attempt(shop, 'import-failed', () =>
      startImport(shop, actor, {
        name: file?.name ?? '',
        bytes,
        kind,
        addsCategories: form.has('categories'),
      }),
    )
    return started.ok ? started : { ...started, kind }
  })
  if (held.ok) return redirect(`${LIST}/${held.id}`)
  return respond(badToast(held), 'kind' in held ? `${LIST}?kind=${held.kind}` : LIST)
}

/** `import` and `delete`, of one file. */
export async function actOnImport(args: RequestArgs, importId: string) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const id = readId(importId)
  const intent = readText(form, 'intent')
  const respond = (toast: Toast, to: string) => redirectWith(args.context, to, toast)
  if (!id) return respond(badToast('not-found'), LIST)
  if (intent === 'delete') {
    const done = await attempt(shop, 'import-failed', () => deleteImport(shop, actor, id))
    return done.ok
      ? respond(goodToast('import-deleted'), LIST)
      : respond(badToast(done), `${LIST}/${id}`)
  }
  if (intent !== 'import') return respond(badToast('bad-form'), `${LIST}/${id}`)
  const done = await attempt(shop, 'import-failed', () => confirmImport(shop, actor, id))
  return respond(done.ok ? goodToast('import-started') : badToast(done), `${LIST}/${id}`)
}
