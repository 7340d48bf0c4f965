import { LABEL_WAYS, type LabelWay } from '../../stock/labels.ts'
import { MOST_LABEL_VARIANTS } from '../../till/label-counts.ts'

/** The ways to print labels. */
export const LABEL_WAY_WORDS: Record<LabelWay, string> = {
  a4: 'A4 sheets, 55 labels each',
  roll: 'A roll of labels, 38 x 25 mm',
  till: `The till of this device, on its own paper (58 or 80 mm), at most ${MOST_LABEL_VARIANTS} sizes at once`,
}
export const LABEL_WAY_CHOICES: readonly (readonly [way: string, words: string])[] = LABEL_WAYS.map(
  (way) => [way, LABEL_WAY_WORDS[way]],
)
