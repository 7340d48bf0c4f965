import { ZONE_NAMES, type Zone } from '../../shop.ts'
import type { ShopCourier } from './delivery-groups.ts'
import { readNumber } from './group-texts.ts'

/** The zones, as the endings of the form's field names. */
const ZONE_FIELDS = {
  town: 'Town',
  south: 'South',
  lake: 'Lake',
  centre: 'Centre',
  north: 'North',
  island: 'Island',
} as const satisfies Record<Zone, string>
type ZoneField = `days${(typeof ZONE_FIELDS)[Zone]}`
/** The fields of a courier's form, as text. */
export type CourierTexts = Record<'name' | 'price' | 'isActive' | 'depots' | ZoneField, string>

/** The form field that holds a courier's days to a zone. */
export const fieldOfZone = (zone: Zone): ZoneField => `days${ZONE_FIELDS[zone]}`

/** A courier's form values; null makes those of a new one. */
export function courierTexts(courier: ShopCourier | null): CourierTexts {
  const days = ZONE_NAMES.map((zone) => [fieldOfZone(zone), courier?.days[zone]?.join('-') ?? ''])
  const depots = Object.entries(courier?.depots ?? {}).flatMap(([district, some]) =>
    some.map((depot) => `${district}: ${depot.join(', ')}`),
  )
  return {
    name: courier?.name ?? '',
    price: String(courier?.price ?? ''),
    isActive: String(courier?.isActive ?? true),
    depots: depots.join('\n'),
    ...(Object.fromEntries(days) as Record<ZoneField, string>),
  }
}

/** Reads `1-2`, `1 - 2` and `3`; null when the zone is not served. */
function readDays(text: string) {
  if (text.trim() === '') return null
  const days = text.split(/[-–]/).map(readNumber)
  return days.length === 1 ? [...days, ...days] : days
}

/** Reads `Zomba: CTS Zomba, M3 Road, Zomba`: the name ends at the first comma, the town begins after the last. */
function readDepot(line: string): [district: string, depot: string[]] {
  const [district = '', rest = ''] = line.split(/:(.*)/s)
  const parts = rest.split(',').map((part) => part.trim())
  const [name = '', town = ''] = [parts[0], parts.at(-1)]
  const address = parts.slice(1, -1).join(', ')
  return [district.trim(), address ? [name, address, town] : parts]
}

const idOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)

/** The courier that a form describes, not validated yet. */
export function courierFrom(texts: CourierTexts, id: string | null) {
  const lines = texts.depots.split('\n').filter((line) => line.trim())
  const places = Map.groupBy(lines.map(readDepot), ([district]) => district)
  // The schema has to refuse `constructor`, a property of every object, as it refuses any other word that is no
  // district.
  const depots = Object.fromEntries(
    [...places].map(([district, some]) => [district, some.map(([, depot]) => depot)]),
  )
  const days = ZONE_NAMES.flatMap((zone) => {
    const read = readDays(texts[fieldOfZone(zone)])
    return read ? [[zone, read] as const] : []
  })
  return {
    id: id ?? idOf(texts.name),
    name: texts.name.trim(),
    price: readNumber(texts.price),
    days: Object.fromEntries(days),
    depots,
    isActive: texts.isActive === 'true',
  }
}

/** The form field of a schema path. */
export function courierErrorField([first, second]: readonly PropertyKey[]): keyof CourierTexts {
  if (first === 'days') return fieldOfZone(second as Zone)
  return first === 'id' ? 'name' : (first as keyof CourierTexts)
}
