import { starWords } from '../../../rules/messages/reviews/words.ts'
import { STARS } from '../../../rules/reviews/reviews.ts'
import { Icon } from '../../kit/icon.tsx'
import { STAR } from './star-shape.ts'

/** So many stars of five; screen readers get the number. */
export const Stars = ({ stars, size = 18 }: { stars: number; size?: number }) => (
  <span className="inline-flex text-clay">
    <span className="sr-only">{starWords(stars)} of 5</span>
    {STARS.toReversed().map((place) => (
      <Icon
        key={place}
        shape={STAR}
        size={size}
        strokeWidth={1.5}
        fill={place < stars + 0.5 ? 'currentColor' : 'none'}
      />
    ))}
  </span>
)
