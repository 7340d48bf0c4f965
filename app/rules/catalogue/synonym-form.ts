import { z } from 'zod'
import { readFields, switchField } from '../form-fields.ts'
import { synonymErrors } from '../messages/catalogue/errors.ts'

export const MOST_SYNONYMS = 20
const LONGEST_WORD = 40
/** The longest text of the whole field. */
export const SYNONYM_LONGEST = { words: 1000 }

/** The fields of a search-word group's form, as text: words are separated by commas or line breaks. */
export type SynonymValues = Record<'words' | 'isActive', string>

const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word)

const form = z.object({
  words: z
    .string()
    .max(SYNONYM_LONGEST.words, synonymErrors['too-many']({ most: MOST_SYNONYMS }))
    .transform((typed, context) => {
      const entries = typed.split(/[,;\n]/).map((word) => word.replace(/\s+/g, ' ').trim())
      const words = [
        ...new Map(entries.filter(Boolean).map((word) => [word.toLowerCase(), word])).values(),
      ]
      const empty = words.find((word) => !isWord(word))
      if (empty) context.addIssue(synonymErrors['no-word']({ word: empty }))
      else if (words.length < 2) context.addIssue(synonymErrors['too-few'])
      else if (words.length > MOST_SYNONYMS)
        context.addIssue(synonymErrors['too-many']({ most: MOST_SYNONYMS }))
      else if (words.some((word) => word.length > LONGEST_WORD))
        context.addIssue(synonymErrors['too-long']({ most: LONGEST_WORD }))
      return words
    }),
  isActive: switchField,
})

export type SynonymEdit = z.output<typeof form>

/** A group of search words as typed, or a message for each invalid field. */
export const readSynonym = (values: SynonymValues) => readFields(form, values)

/** A group's form values; a new group starts with the word whose search found nothing. */
export const synonymValues = (
  group: { words: readonly string[]; isActive: boolean } | null,
  missed = '',
): SynonymValues => ({
  words: group ? group.words.join(', ') : missed && `${missed}, `,
  isActive: String(group?.isActive ?? true),
})
