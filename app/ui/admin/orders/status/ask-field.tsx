import { useIsLive } from '../../../kit/use-is-live.ts'

/** Without scripts no window can ask before an odd status: the page is to answer with the question. */
export const AskField = () => (useIsLive() ? null : <input type="hidden" name="ask" value="on" />)
