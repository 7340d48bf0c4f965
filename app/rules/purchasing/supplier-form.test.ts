import { expect, test } from 'vitest'
import { deliveryErrors } from '../messages/purchasing/purchasing.ts'
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
  for (const [change, field, message] of [
    [{ name: ' ' }, 'name', deliveryErrors['name-missing']],
    [{ name: 'n'.repeat(101) }, 'name', expect.stringContaining('100')],
    [{ phone: '1'.repeat(41) }, 'phone', expect.stringContaining('40')],
    [{ note: 'n'.repeat(501) }, 'note', expect.stringContaining('500')],
  ] as const) {
    const read = readSupplier({ ...BLANK, name: 'Mulli', ...change })
    expect(read.ok ? {} : read.errors).toEqual({ [field]: message })
  }
})
