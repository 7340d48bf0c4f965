import { data } from 'react-router'
import { z } from 'zod'

/** The fields of a form as it was sent; a body that is no form is answered 400, not 500. */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, { status: 400 })
  const clean = new FormData()
  // PostgreSQL's texts cannot hold a null character, and no person types one.
  for (const [name, value] of form)
    clean.append(name, typeof value === 'string' ? value.replaceAll('\0', '') : value)
  return clean
}

/** What a form calls the press that sent it (ui/kit/request-field.tsx); null from one without scripts. */
export const readRequest = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .nullable()
  .catch(null)
