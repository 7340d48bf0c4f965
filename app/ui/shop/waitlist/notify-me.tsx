import { Form, useNavigation, useRouteLoaderData } from 'react-router'
import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'
import { type ProductDetail, productPath } from '../../../rules/catalogue/product-detail.ts'
import { type Choice, chooseVariant } from '../../../rules/catalogue/products.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { WAITLIST_TEXT } from '../../../rules/messages/waitlist/words.ts'
import { Button } from '../../kit/button.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import type { ShellData } from '../shell-data.ts'

const ACTION = '/waitlist'
/** The id that the bar of a sold-out product links to on a phone. */
export const NOTIFY_ME = 'tell-me'

/**
 * Subscribes to a sold-out size or color; nothing when all are available. Open when the chosen one is sold out. A form
 * that works without scripts.
 */
export function NotifyMe({ product, choice }: { product: ProductDetail; choice: Choice }) {
  const around = useRouteLoaderData<{ shell: ShellData }>('routes/shop/layout')
  const isSignedIn = Boolean(around?.shell.visitor)
  const { formAction } = useNavigation()
  const soldOut = product.trackInventory
    ? product.variants.filter(({ inventory, preorder }) => inventory <= 0 && !preorder)
    : []
  const [first] = soldOut
  if (!first) return null
  const chosen = chooseVariant(product.variants, choice)
  const requested = chosen.ok ? soldOut.find(({ id }) => id === chosen.variant.id) : undefined
  const isAll = soldOut.length === product.variants.length
  return (
    <details
      id={NOTIFY_ME}
      open={isAll || requested !== undefined}
      className="group mt-4 rounded-card border border-line bg-sheet"
    >
      <summary className="flex min-h-11 items-center justify-between px-4 py-2 font-semibold">
        <span>{isAll ? 'Tell me when it is back' : 'Your size or color is sold out?'}</span>
        <span aria-hidden="true" className="text-xl leading-none group-open:rotate-45">
          +
        </span>
      </summary>
      <Form
        method="post"
        action={ACTION}
        preventScrollReset
        className="grid gap-4 border-t border-line p-4"
      >
        <RequestField action={ACTION} />
        <input type="hidden" name="then" value={productPath(product.slug, choice)} />
        {soldOut.length > 1 ? (
          <SelectField
            // The key renders the list anew for another choice, which it starts with.
            key={requested?.id}
            label="Which one"
            name="variant"
            defaultValue={requested?.id ?? first.id}
          >
            {soldOut.map((variant) => (
              <option key={variant.id} value={variant.id}>
                {formatChoice(variant) || product.name}
              </option>
            ))}
          </SelectField>
        ) : (
          <>
            <input type="hidden" name="variant" value={first.id} />
            {formatChoice(first) ? <p className="font-semibold">{formatChoice(first)}</p> : null}
          </>
        )}
        {isSignedIn ? null : (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={LONGEST_EMAIL}
          />
        )}
        <TextField
          label={isSignedIn ? 'Phone for a WhatsApp message (optional)' : 'Or a phone for WhatsApp'}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          hint={isSignedIn ? 'We email you in any case.' : undefined}
        />
        <Button tone="lake" aria-busy={formAction === ACTION}>
          Tell me when it is back
        </Button>
        <p className="text-sm text-quiet">{WAITLIST_TEXT.text}</p>
      </Form>
    </details>
  )
}
