import { useIsLive } from '../../../kit/use-is-live.ts'

/** Without scripts no dialog can ask before an odd status: has the server answer with the question. */
export const AskField = () => (useIsLive() ? null : <input type="hidden" name="ask" value="on" />)
