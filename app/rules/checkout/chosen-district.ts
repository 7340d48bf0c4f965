/** The cookie that stores a visitor's district on the device. */
const DISTRICT_COOKIE = 'district'

/** The field, and the part of an address, by which a district is asked for. */
export const DISTRICT_FIELD = 'district'

const YEAR_SECONDS = 31_536_000

/** What keeps a district on the device for a year. */
export const writeDistrictCookie = (district: string) =>
  `${DISTRICT_COOKIE}=${encodeURIComponent(district)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`

/** What a device stores: a text that need be no district any more; '' for nothing. */
export function readDistrictCookie(cookies: string): string {
  const [, text = ''] = new RegExp(`(?:^|; *)${DISTRICT_COOKIE}=([^;]*)`).exec(cookies) ?? []
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
