import { z } from 'zod'
import {
  optionalId,
  optionalMoment,
  optionalText,
  readFields,
  switchField,
  textField,
} from '../form-fields.ts'
import { bannerErrors } from '../messages/banners/banners.ts'
import { fieldErrors } from '../messages/general.ts'
import { BANNER_LONGEST, type BannerErrors, type BannerValues } from './banner-values.ts'

/** A path of the shop or an https address. Anything else that browsers follow (`javascript:`, `//host`) is unsafe. */
function isSafeLink(link: string) {
  if (/[\s\\\p{Cc}]/u.test(link)) return false
  if (/^\/(?!\/)/.test(link) || /^#[\w-]+$/.test(link)) return true
  return /^https:\/\//i.test(link) && URL.canParse(link)
}

const form = z
  .object({
    title: textField(BANNER_LONGEST.title).min(1, bannerErrors['title-missing']),
    subtitle: optionalText(BANNER_LONGEST.subtitle),
    description: optionalText(BANNER_LONGEST.description),
    buttonText: optionalText(BANNER_LONGEST.buttonText),
    linkUrl: optionalText(BANNER_LONGEST.linkUrl).refine(
      (link) => link === null || isSafeLink(link),
      {
        error: bannerErrors['link-unsafe'],
      },
    ),
    /** Null: after all other banners. */
    position: z
      .string()
      .trim()
      .regex(/^\d{0,4}$/, bannerErrors['position-bad'])
      .transform((value) => (value === '' ? null : Number(value))),
    startsAt: optionalMoment,
    endsAt: optionalMoment,
    pictureId: optionalId(fieldErrors['picture-again']),
    isActive: switchField,
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
    path: ['endsAt'],
    error: bannerErrors['end-before-start'],
  })

export type BannerEdit = z.output<typeof form>

/** A banner as typed, or a message for each invalid field (docs/product.md, Banners: title required). */
export const readBanner = (
  values: BannerValues,
): { ok: true; edit: BannerEdit } | { ok: false; errors: BannerErrors } => readFields(form, values)
