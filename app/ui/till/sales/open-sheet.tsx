import type { ReactNode } from 'react'
import type { TillProduct, TillVariant } from '../../../rules/till/till-events.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { tryTo } from '../notify.ts'
import { ParcelSheet } from '../orders/parcel-sheet.tsx'
import { CashSheet } from '../payments/cash-sheet.tsx'
import { CreditSheet } from '../payments/credit-sheet.tsx'
import { MobileSheet } from '../payments/mobile-sheet.tsx'
import { type Paid, paidInCash } from '../payments/paid.ts'
import { PaidSheet } from '../payments/paid-sheet.tsx'
import { VoucherSheet } from '../payments/voucher-sheet.tsx'
import { ApproveExchange } from '../returns/approve-refund.tsx'
import { ExchangeSheet } from '../returns/exchange-sheet.tsx'
import { RecentSales } from '../returns/recent-sales.tsx'
import { ReturnSheet } from '../returns/return-sheet.tsx'
import { settleAsked } from '../returns/settle-exchange.ts'
import { SettingsSheet } from '../settings-sheet.tsx'
import { MoveCash } from '../shifts/move-cash.tsx'
import { LabelSheet } from '../stock/label-sheet.tsx'
import { clearBasket, dueOf } from '../store/acts.ts'
import type { TillState } from '../store/state.ts'
import type { CodeMatch } from '../store/sync/catalogue-index.ts'
import { ApproveSheet } from './approve-sheet.tsx'
import { CustomerSheet } from './customer-sheet.tsx'
import { DiscountSheet } from './discount-sheet.tsx'
import { type MenuEntry, MenuSheet } from './menu-sheet.tsx'
import { PriceCheck } from './price-check.tsx'
import { SuspendedSheet } from './suspended-sheet.tsx'
import { VariantSheet } from './variant-sheet.tsx'

/** The window that is open over the sale. */
export type Open =
  | { kind: 'cash' | 'mobile' | 'approve' | 'approve-exchange' | 'customer' | 'clear' | 'menu' }
  | { kind: Exclude<MenuEntry, 'check' | 'return' | 'parcel' | 'close-shift'> }
  | { kind: 'variant'; product: TillProduct }
  | { kind: 'discount'; lineId: string | null }
  | { kind: 'check'; scanned: CodeMatch | null }
  | { kind: 'return' | 'parcel'; number: string | null }
  | { kind: 'credit'; scanned: string | null }
  | { kind: 'paid'; paid: Paid }

// oxlint-disable-next-line typescript/consistent-return -- every kind has its case
export function OpenSheet({
  open,
  till,
  onOpen,
  onAdd,
  onPaid,
  onExchange,
  onMenu,
}: {
  open: Open
  till: TillState
  onOpen: (open: Open | null) => void
  onAdd: (product: TillProduct, variant: TillVariant) => void
  onPaid: (paid: Paid) => void
  /** The exchange is in the cart; `isChosen`: what is taken instead is too. */
  onExchange: (isChosen: boolean) => void
  onMenu: (entry: MenuEntry) => void
}): ReactNode {
  const onClose = () => onOpen(null)
  const approve = (what?: 'refund') =>
    onOpen({ kind: what === 'refund' ? 'approve-exchange' : 'approve' })
  const names = { till: till.till?.name ?? '', cashier: till.person?.name ?? '' }
  switch (open.kind) {
    case 'cash': {
      const { exchange } = till.basket
      const isEven = exchange && dueOf(till.basket).afterExchange === 0
      const sheet = { till, onClose, onNeedsApproval: approve }
      return isEven ? (
        <ExchangeSheet
          {...sheet}
          exchange={exchange}
          onSold={(sale, newCode) => onPaid(paidInCash(sale, { ...names, newCode }))}
        />
      ) : (
        <CashSheet {...sheet} onSold={(sale) => onPaid(paidInCash(sale, names))} />
      )
    }
    case 'mobile':
      return <MobileSheet till={till} onClose={onClose} onNeedsApproval={approve} />
    case 'credit':
      return (
        <CreditSheet
          key={open.scanned}
          till={till}
          scanned={open.scanned}
          onClose={onClose}
          onRest={(kind) => onOpen({ kind })}
          onNeedsApproval={approve}
          onSold={(sale) => onPaid(paidInCash(sale, names))}
        />
      )
    case 'approve':
      return <ApproveSheet till={till} onClose={onClose} />
    case 'approve-exchange': {
      const { exchange } = till.basket
      return exchange ? <ApproveExchange {...{ till, exchange, onClose }} /> : null
    }
    case 'customer':
      return <CustomerSheet basket={till.basket} onClose={onClose} />
    case 'clear':
      return (
        <ConfirmDialog
          title="Clear the cart?"
          text="Everything in it goes back. To keep it for later, hold the sale instead."
          act="Clear cart"
          onNo={onClose}
          onYes={() => void settleAsked().then(() => tryTo(clearBasket(), onClose))}
        />
      )
    case 'menu':
      return (
        <MenuSheet suspendedCount={till.suspended.length} onChoose={onMenu} onClose={onClose} />
      )
    case 'held':
      return <SuspendedSheet suspended={till.suspended} onClose={onClose} />
    case 'variant':
      return (
        <VariantSheet
          product={open.product}
          onClose={onClose}
          onChoose={(variant) => {
            onClose()
            onAdd(open.product, variant)
          }}
        />
      )
    case 'discount':
      return (
        <DiscountSheet
          till={till}
          lineId={open.lineId}
          onClose={onClose}
          onNeedsApproval={approve}
        />
      )
    case 'check':
      return <PriceCheck scanned={open.scanned} onClose={onClose} />
    case 'labels':
      return <LabelSheet onClose={onClose} />
    case 'recent':
      return (
        <RecentSales
          till={till}
          onClose={onClose}
          onReturn={(number) => onOpen({ kind: 'return', number })}
        />
      )
    case 'return':
      return (
        <ReturnSheet
          key={open.number}
          till={till}
          number={open.number}
          onClose={onClose}
          onTakenBack={(paid) => onOpen({ kind: 'paid', paid })}
          onExchange={onExchange}
        />
      )
    case 'parcel':
      return <ParcelSheet key={open.number} {...{ till, onClose }} number={open.number} />
    case 'voucher':
      return (
        <VoucherSheet
          till={till}
          onClose={onClose}
          onSold={(sale) => onPaid(paidInCash(sale, names))}
        />
      )
    case 'move-cash':
      return <MoveCash onClose={onClose} />
    case 'settings':
      return <SettingsSheet till={till} onClose={onClose} />
    case 'paid':
      return <PaidSheet paid={open.paid} onClose={onClose} />
  }
}
