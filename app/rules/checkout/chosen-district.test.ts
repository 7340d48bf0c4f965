import { expect, test } from 'vitest'
import { readDistrictCookie, writeDistrictCookie } from './chosen-district.ts'

test('the district that a device stores is read back from among its cookies', () => {
  const [stored = ''] = writeDistrictCookie('Nkhata Bay').split(';')
  for (const cookies of [stored, `a=1; ${stored}; b=2`, `a=1;${stored}`])
    expect(readDistrictCookie(cookies)).toBe('Nkhata Bay')
  for (const cookies of ['', 'a=1', `my${stored}`, 'district=', 'district=%'])
    expect(readDistrictCookie(cookies)).toBe('')
})
