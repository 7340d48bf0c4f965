import { DISTRICTS, type District } from '../../shop.ts'

/** The same of each district. */
export const ofEachDistrict = <T>(valueOf: (district: District) => T) =>
  Object.fromEntries(DISTRICTS.map((one) => [one, valueOf(one)])) as Record<District, T>
