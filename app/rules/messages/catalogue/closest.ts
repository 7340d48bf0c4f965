import { cutText } from '../../cut-text.ts'

const LONGEST = 60

/** Above products that have other words than those that were searched for. */
export const closestTo = (search: string) =>
  `Nothing is called “${cutText(search.trim(), LONGEST)}”. The closest we have:`
