import { cutText } from '../cut-text.ts'
import { settings } from '../settings/settings.ts'
import { plainName, plainWords } from './plain-words.ts'
import { FITS, type Fit, LONGEST_WORDS, LONGEST_WRITER } from './reviews.ts'

/** A customer's review of a product that they bought. */
export type ReviewEdit = { stars: number; fit: Fit | null; words: string; writer: string }

export const REVIEW_FIELDS = ['stars', 'fit', 'words', 'writer'] as const
export type ReviewValues = Record<(typeof REVIEW_FIELDS)[number], string>
export type ReviewErrors = Partial<Record<keyof ReviewValues | 'photos', string>>

type ReviewProblem = 'stars-missing' | 'words-too-long' | 'writer-is-shop'
type ReviewRead =
  | { ok: true; edit: ReviewEdit }
  | { ok: false; field: keyof ReviewValues; problem: ReviewProblem }

/**
 * Reads a review's form; `hasSizes`: only then a fit is asked for. A writer may not use the shop's name, because the
 * review would seem to be the shop's.
 */
export function readReview(values: ReviewValues, hasSizes: boolean): ReviewRead {
  const stars = /^[1-5]$/.test(values.stars) ? Number(values.stars) : null
  if (stars === null) return { ok: false, field: 'stars', problem: 'stars-missing' }
  const words = plainWords(values.words)
  if (words.length > LONGEST_WORDS) return { ok: false, field: 'words', problem: 'words-too-long' }
  const writer = cutText(plainName(values.writer), LONGEST_WRITER)
  if (bareName(writer).includes(bareName(settings().name)))
    return { ok: false, field: 'writer', problem: 'writer-is-shop' }
  const fit = (hasSizes && FITS.find((known) => known === values.fit)) || null
  return { ok: true, edit: { stars, fit, words, writer } }
}

const bareName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The first of a customer's names, which the form proposes. */
export const firstName = (name: string) =>
  cutText(plainName(name).replace(/ .*/, ''), LONGEST_WRITER)
