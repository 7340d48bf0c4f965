import { expect, test } from 'vitest'
import { readSupplier, supplierValues } from './supplier-form.ts'

const BLANK = { name: '', phone: '', note: '', isActive: 'true' }

test('the form of a new supplier is blank and switched on; that of a stored one reads back unchanged', () => {
  expect(supplierValues(null)).toEqual(BLANK)
  for (const edit of [
    { name: 'Mulli Brothers', phone: '0991 234 567', note: 'Tuesdays', isActive: true },
    { name: 'Mulli Brothers', phone: null, note: null, isActive: false },
  ])
    expect(readSupplier(supplierValues(edit))).toEqual({ ok: true, edit })
})

test('a supplier needs a name, and no text may be longer than its field', () => {
  for (const [change, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(101) }, 'name'],
    [{ phone: '1'.repeat(41) }, 'phone'],
    [{ note: 'n'.repeat(501) }, 'note'],
  ] as const) {
    const read = readSupplier({ ...BLANK, name: 'Mulli', ...change })
    expect(read.ok ? {} : read.errors).toEqual({ [field]: expect.stringMatching(/./) })
  }
})
