import { Form, useSearchParams } from 'react-router'

/** The box that phones find on the page of all products: the way to search without scripts. */
export function PhoneSearchBox() {
  const [params] = useSearchParams()
  const asked = params.get('search') ?? ''
  return (
    <search className="block md:hidden">
      <Form id="search" action="/products" className="flex px-4 pt-4">
        <input
          key={asked}
          type="search"
          name="search"
          aria-label="Search all products"
          placeholder="Search products"
          maxLength={100}
          defaultValue={asked}
          className="min-h-11 w-full min-w-0 rounded-l-card border border-r-0 border-edge bg-sheet px-3"
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
