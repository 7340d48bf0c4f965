/** The cookie that stores a visitor's district on the device. */
const DISTRICT_COOKIE = 'district'

/** The name of the form field and of the address parameter for a district. */
export const DISTRICT_FIELD = 'district'

const YEAR_SECONDS = 31_536_000

/** The cookie that keeps a district on the device for a year. */
export const writeDistrictCookie = (district: string) =>
  `${DISTRICT_COOKIE}=${encodeURIComponent(district)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`

/** The text that a device stores, which may no longer be a district; '' when there is none. */
export function readDistrictCookie(cookies: string): string {
  const [, text = ''] = new RegExp(`(?:^|; *)${DISTRICT_COOKIE}=([^;]*)`).exec(cookies) ?? []
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
