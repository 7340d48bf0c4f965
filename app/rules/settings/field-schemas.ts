import { z } from 'zod'
import { LONGEST_EMAIL } from '../accounts/longest.ts'
import { fieldErrors } from '../messages/general.ts'
import { settingErrors } from '../messages/settings/settings.ts'

// The kinds of fields that the groups of settings consist of.

/** A setting's text, trimmed, of at most so many characters; it may be empty. */
export const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, fieldErrors['too-long']({ most: longest }))
/** A setting's text that is required, of at most so many characters. */
export const needed = (longest: number) => text(longest).min(1, settingErrors.missing)
/** A setting's phone number of at most 30 characters; refuses a text that `isPhone` does not accept. */
export const phone = (isPhone: (typed: string) => boolean) =>
  text(30).refine(isPhone, {
    error: ({ input }) => settingErrors['no-phone']({ typed: String(input) }),
  })
/** Keeps capitals, as the shop shows its address. */
export const email = z.email(settingErrors['no-email']).max(LONGEST_EMAIL)
/** The address of the shop's page at another site; '' for none. */
export const profile = text(200).refine(
  (url) => url === '' || /^https:\/\/[^\s/]+\.[^\s]+$/.test(url),
  {
    error: settingErrors['no-address'],
  },
)
/** Further pages of the shop at other sites, each with its name. */
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
/** A whole number between the two, both included; the refusal names both. */
export function whole(least: number, most: number) {
  const error = settingErrors['no-number']({ least, most })
  return z.number(error).int(error).min(least, error).max(most, error)
}
