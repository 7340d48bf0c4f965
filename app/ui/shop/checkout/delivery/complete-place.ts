import { cityOf, districtOf } from '../../../../rules/checkout/checkout.ts'

/**
 * When city or district was changed and the other one is empty, fills that in if both have one name. A city that the
 * shop has filled in (`data-guess`) follows the district; one that was typed stays. Returns the names of the fields
 * that it filled in.
 */
export function completePlace(form: HTMLFormElement, changed: string): string[] {
  const city = form.elements.namedItem('city')
  const district = form.elements.namedItem('district')
  if (!(city instanceof HTMLInputElement && district instanceof HTMLSelectElement)) return []
  if (changed === 'city' && district.value === '') {
    const known = Array.from(district.options, ({ value }) => value).filter(Boolean)
    district.value = districtOf(city.value, known)
    return district.value ? ['district'] : []
  }
  if (changed === 'district' && (city.value === '' || city.value === city.dataset['guess'])) {
    city.value = cityOf(district.value)
    city.dataset['guess'] = city.value
    return city.value ? ['city'] : []
  }
  return []
}
