/** Former customers of the sample shop; nobody signs in as them. */
export type SampleCustomer = {
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  district: string
}

const FIRST =
  `Chisomo Tiyamike Mary Grace Yamikani Alinafe Takondwa Memory Blessings Limbani Ruth Dalitso Esnart Kondwani
  Lusungu Zione Madalitso Fatsani Mercy Wongani Thandiwe Precious Chimwemwe Loveness`.split(/\s+/)
const LAST =
  'Banda Phiri Mwale Gondwe Chirwa Nyirenda Kachale Msiska Kalua Moyo Zimba Mkandawire'.split(' ')
const PLACES = [
  ['Sunnyside, Plot 14', 'Blantyre', 'Blantyre'],
  ['Area 47, Sector 3', 'Lilongwe', 'Lilongwe'],
  ['Chibavi, near the market', 'Mzuzu', 'Mzimba'],
  ['Chikanda, behind the college', 'Zomba', 'Zomba'],
  ['Limbe, Kanjedza 2', 'Blantyre', 'Blantyre'],
  ['Area 25, House 88', 'Lilongwe', 'Lilongwe'],
  ['Mangochi Boma, beside the clinic', 'Mangochi', 'Mangochi'],
] as const

export const CUSTOMERS: readonly SampleCustomer[] = FIRST.map((firstName, n) => {
  const [address, city, district] = PLACES[n % PLACES.length] ?? PLACES[0]
  return {
    firstName,
    lastName: LAST[(n * 5) % LAST.length] ?? 'Banda',
    // Unassigned numbers of a real operator: the last digits are a counter.
    phone: `+26599900${String(1000 + n)}`,
    address,
    city,
    district,
  }
})
export const emailOf = ({ firstName, lastName }: SampleCustomer) =>
  `${firstName}.${lastName}@example.com`.toLowerCase()
