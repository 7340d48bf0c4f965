import { z } from 'zod'
import { readLocalTime } from '../local-time.ts'
import { BANNER_LONGEST, type BannerErrors, type BannerValues } from './banner-values.ts'

const text = (longest: number) =>
  z.string().trim().max(longest, `Please use at most ${longest} characters.`)
const perhaps = (longest: number) => text(longest).transform((value) => value || null)

/** A page of ours or an address on the web. What else browsers follow (`javascript:`, `//host`) leads astray. */
function isSafeLink(link: string) {
  if (/[\s\\\p{Cc}]/u.test(link)) return false
  if (/^\/(?!\/)/.test(link) || /^#[\w-]+$/.test(link)) return true
  return /^https:\/\//i.test(link) && URL.canParse(link)
}

const moment = z
  .string()
  .trim()
  .transform((value, context) => {
    const at = readLocalTime(value)
    if (value !== '' && !at) context.addIssue('Please choose a day and a time.')
    return at
  })

const form = z
  .object({
    title: text(BANNER_LONGEST.title).min(1, 'Title is required'),
    subtitle: perhaps(BANNER_LONGEST.subtitle),
    description: perhaps(BANNER_LONGEST.description),
    buttonText: perhaps(BANNER_LONGEST.buttonText),
    linkUrl: perhaps(BANNER_LONGEST.linkUrl).refine((link) => link === null || isSafeLink(link), {
      error: 'Please use a page of this shop (/category/dresses) or an address with https://.',
    }),
    /** Null: after all others. */
    position: z
      .string()
      .trim()
      .regex(/^\d{0,4}$/, 'Please use a whole number from 0 to 9999.')
      .transform((value) => (value === '' ? null : Number(value))),
    startsAt: moment,
    endsAt: moment,
    pictureId: z
      .string()
      .refine((id) => id === '' || z.uuid().safeParse(id).success, {
        error: 'Please choose the picture again.',
      })
      .transform((id) => id || null),
    isActive: z.string().transform((value) => value === 'true'),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
    path: ['endsAt'],
    error: 'The end must come after the start.',
  })

export type BannerEdit = z.output<typeof form>

/** A banner as it was typed, or a sentence beside each field that is not right (docs/product.md, Banners: title required). */
export function readBanner(
  values: BannerValues,
): { ok: true; edit: BannerEdit } | { ok: false; errors: BannerErrors } {
  const read = form.safeParse(values)
  if (read.success) return { ok: true, edit: read.data }
  const errors: BannerErrors = {}
  for (const { path, message } of read.error.issues)
    errors[path[0] as keyof BannerValues] ??= message
  return { ok: false, errors }
}
