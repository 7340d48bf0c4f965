import { useLocation } from 'react-router'
import { ButtonLink } from '../../ui/kit/button.tsx'

const TEXTS: Record<string, { title: string; text: string }> = {
  '/admin/pos': {
    title: 'Point of Sale',
    text: 'Sales at the counter: products by name or barcode, cash with change or mobile money, and a receipt.',
  },
  '/pos/success': { title: 'Sale paid', text: 'The receipt of a sale that was paid by phone.' },
  '/pos/failed': { title: 'Sale not paid', text: 'A sale whose payment by phone did not work.' },
}

export default function Soon() {
  const { pathname } = useLocation()
  const { title, text } = TEXTS[pathname] ?? { title: 'Point of Sale', text: '' }
  return (
    <>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-4 max-w-2xl text-lg">{text}</p>
      <p className="mt-4 max-w-2xl text-quiet">
        This screen is being built. You are signed in and allowed to use it.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {pathname === '/pos/failed' ? <ButtonLink to="/pos">Retry POS Sale</ButtonLink> : null}
        {pathname === '/admin/pos' ? null : <ButtonLink to="/admin/pos">Point of Sale</ButtonLink>}
        <ButtonLink to="/">To the shop</ButtonLink>
      </div>
    </>
  )
}
