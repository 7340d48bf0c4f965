import { z } from 'zod'
import { fieldErrors } from '../messages/general.ts'
import { settingErrors } from '../messages/settings/settings.ts'

// The kinds of values that groups of settings are made of.

/** A text of a setting, trimmed, of at most so many characters; it may be empty. */
export const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, fieldErrors['too-long']({ most: longest }))
/** A text of a setting that has to be there, of at most so many characters. */
export const needed = (longest: number) => text(longest).min(1, settingErrors.missing)
/** A phone number of a setting, of at most 30 characters; what `isPhone` does not know as one is refused. */
export const phone = (isPhone: (typed: string) => boolean) =>
  text(30).refine(isPhone, {
    error: ({ input }) => settingErrors['no-phone']({ typed: String(input) }),
  })
export const email = z.email(settingErrors['no-email']).max(254)
/** A page of the shop at another site; '' for none. */
export const profile = text(200).refine(
  (url) => url === '' || /^https:\/\/[^\s/]+\.[^\s]+$/.test(url),
  {
    error: settingErrors['no-address'],
  },
)
/** Further pages of the shop at other sites, each with what it is called. */
export const namedProfiles = z
  .array(
    z.object({
      name: text(30).min(1, settingErrors['no-page']),
      url: profile.min(1, settingErrors['no-page']),
    }),
  )
  .max(6, settingErrors['too-many-lines']({ most: 6 }))
export const lines = <S extends z.ZodType<string>>(line: S, most: number, least = 1) =>
  z
    .array(line)
    .min(least, settingErrors.missing)
    .max(most, settingErrors['too-many-lines']({ most }))
/** A whole number between the two, both included; what is none, or outside of them, is refused with both. */
export function whole(least: number, most: number) {
  const error = settingErrors['no-number']({ least, most })
  return z.number(error).int(error).min(least, error).max(most, error)
}
