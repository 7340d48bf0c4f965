import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { users } from '../../db/tables.server.ts'
import { listAddresses, removeAddress, saveAddress, setDefaultAddress } from './addresses.ts'

const held = useDatabase()
let userId: string
let otherId: string

beforeEach(async () => {
  const owners = await held.db
    .insert(users)
    .values([
      { name: 'Chisomo Banda', email: 'chisomo@example.com' },
      { name: 'Mayeso Phiri', email: 'mayeso@example.com' },
    ])
    .returning()
  ;[userId = '', otherId = ''] = owners.map((person) => person.id)
})

const at = (address: string) => ({
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '+265991234567',
  address,
  city: 'Zomba',
  district: 'Zomba',
})
const save = async (address: string) => {
  const saved = await saveAddress(held.db, userId, at(address))
  if (!saved.ok) throw new Error(saved.reason)
  return saved.id
}
const streets = async () =>
  (await listAddresses(held.db, userId)).map((one) => `${one.address}${one.isDefault ? ' *' : ''}`)

describe('saved addresses', () => {
  test('the first is the default; the others follow it, newest first', async () => {
    for (const street of ['Plot 1', 'Plot 2', 'Plot 3']) await save(street)
    expect(await streets()).toEqual(['Plot 1 *', 'Plot 3', 'Plot 2'])
  })

  test('an address that is saved twice is stored once', async () => {
    expect(await save('Plot 1')).toBe(await save('Plot 1'))
    expect(await streets()).toEqual(['Plot 1 *'])
  })

  test('ten addresses saved at once leave one default', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => save(`Plot ${n}`)))
    expect((await streets()).filter((street) => street.endsWith('*'))).toHaveLength(1)
  })

  test('a new default replaces the old one', async () => {
    await save('Plot 1')
    const second = await save('Plot 2')
    expect(await setDefaultAddress(held.db, userId, second)).toEqual({ ok: true })
    expect(await streets()).toEqual(['Plot 2 *', 'Plot 1'])
  })

  test('when the default is removed, the newest of the others becomes the default', async () => {
    const first = await save('Plot 1')
    await save('Plot 2')
    await save('Plot 3')
    expect(await removeAddress(held.db, userId, first)).toEqual({ ok: true })
    expect(await streets()).toEqual(['Plot 3 *', 'Plot 2'])
  })

  test("nobody changes another customer's addresses", async () => {
    const id = await save('Plot 1')
    await saveAddress(held.db, otherId, at('Plot 9'))
    expect(await setDefaultAddress(held.db, otherId, id)).toMatchObject({ ok: false })
    expect(await removeAddress(held.db, otherId, id)).toMatchObject({ ok: false })
    expect(await streets()).toEqual(['Plot 1 *'])
    expect(await listAddresses(held.db, otherId)).toMatchObject([{ isDefault: true }])
  })

  test('a twenty-first address is refused', async () => {
    for (let n = 1; n <= 20; n += 1) await save(`Plot ${n}`)
    const refused = await saveAddress(held.db, userId, at('Plot 21'))
    expect(refused).toEqual({ ok: false, reason: 'addresses-full', most: 20 })
    expect(await streets()).toHaveLength(20)
  })
})
