import { DISTRICTS, type District } from '../../shop.ts'

/** An object with a value for each district. */
export const ofEachDistrict = <T>(valueOf: (district: District) => T) =>
  Object.fromEntries(DISTRICTS.map((one) => [one, valueOf(one)])) as Record<District, T>
