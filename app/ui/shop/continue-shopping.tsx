import type { ComponentProps } from 'react'
import { ButtonLink } from '../kit/button.tsx'

/** From a place with nothing in it, or with nothing more to do, back to what is for sale. */
export const ContinueShopping = (
  link: Omit<ComponentProps<typeof ButtonLink>, 'children' | 'to'> & { to?: string },
) => (
  <ButtonLink to="/products" tone="lake" {...link}>
    Continue Shopping
  </ButtonLink>
)
