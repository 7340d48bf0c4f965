import type { ComponentProps } from 'react'
import { ButtonLink } from '../kit/button.tsx'

/** Leads from an empty or finished page back to the products. */
export const ContinueShopping = (
  link: Omit<ComponentProps<typeof ButtonLink>, 'children' | 'to'> & { to?: string },
) => (
  <ButtonLink to="/products" tone="lake" {...link}>
    Continue Shopping
  </ButtonLink>
)
