import { data } from 'react-router'

/** Any other address under /admin: 404, within the frame of the back office. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function Unknown() {
  return null
}
