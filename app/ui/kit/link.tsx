/** A link within the shop. */
export { Link } from '../../web/render/link.tsx'
