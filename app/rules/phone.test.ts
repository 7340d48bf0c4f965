import { expect, test } from 'vitest'
import { readPhone } from './phone.ts'

test.each([
  '0991234567',
  '991234567',
  '+265991234567',
  '265 991 234 567',
  '+265 99 123-45-67',
  ' 0991 234 567 ',
  '00265 991 234 567',
  '+265 0991 234 567',
  '2650991234567',
])('%s is one and the same number', (text) => {
  expect(readPhone(text)).toBe('+265991234567')
})

test('both networks of Malawi are known', () => {
  expect(readPhone('0881234567')).toBe('+265881234567')
  expect(readPhone('0891234567')).toBe('+265891234567')
  expect(readPhone('0981234567')).toBe('+265981234567')
})

test('other numbers that can be dialled are kept as they are', () => {
  expect(readPhone('+27 82 123 4567')).toBe('+27821234567')
  expect(readPhone('01 871 234')).toBe('01871234')
})

test.each(['', '12345', '+', 'call me', '<b>0991234567</b>', '1234567890123456', '1'.repeat(5000)])(
  '%s is refused',
  (text) => {
    expect(readPhone(text)).toBeNull()
  },
)
