import { Form, useSearchParams } from 'react-router'
import { SearchField } from './search-field.tsx'

/** The search box that phones have on the page of all products, which works without scripts. */
export function PhoneSearchBox() {
  const [params] = useSearchParams()
  const asked = params.get('search') ?? ''
  return (
    <search className="block md:hidden">
      <Form id="search" action="/products" className="flex px-4 pt-4">
        <SearchField
          key={asked}
          aria-label="Search all products"
          defaultValue={asked}
          className="w-full rounded-l-card border-r-0 px-3"
        />
        <button
          type="submit"
          className="min-h-11 rounded-r-card bg-lake px-4 font-semibold text-white"
        >
          Search
        </button>
      </Form>
    </search>
  )
}
