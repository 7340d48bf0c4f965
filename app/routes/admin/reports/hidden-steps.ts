import type { RouterContextProvider } from 'react-router'
import { shopCookie } from '../../../web/shop-cookie.ts'

type Context = Readonly<RouterContextProvider>
const YEAR_SECONDS = 365 * 86_400

const cookieOf = (context: Context) => shopCookie(context, 'steps', YEAR_SECONDS)

/** The cookie that hides the first steps on this browser's dashboard; their own screen stays. */
export const hideSteps = (context: Context) => cookieOf(context).serialize('hidden')

export const areStepsHidden = async (request: Request, context: Context) =>
  (await cookieOf(context).parse(request.headers.get('cookie'))) === 'hidden'
