import { ArrowLeft, CirclePause, Menu } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readCreditCode } from '../../../rules/credit/credit.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { addedToSale } from '../../../rules/messages/till/on-device.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { readLabelCounts } from '../../../rules/till/label-counts.ts'
import type { TillProduct, TillVariant } from '../../../rules/till/till-events.ts'
import { discountNeedsApproval } from '../../../rules/till/till-sale.ts'
import { ORDER_PREFIX, SALE_PREFIX } from '../../../shop.ts'
import { beep } from '../kit/beep.ts'
import { Press } from '../kit/buttons.tsx'
import { isCovered, NoticeRoom } from '../kit/notices.tsx'
import { useScanner } from '../kit/scanner.ts'
import { notifyRefusal, notifySuccess, wasDone } from '../notify.ts'
import { MobileWaiting } from '../payments/mobile-waiting.tsx'
import type { Paid } from '../payments/paid.ts'
import { printAfterSale } from '../printing/print-receipt.ts'
import { AskedReturns } from '../returns/asked-returns.tsx'
import { addToBasket, dueOf, holdBasket } from '../store/acts.ts'
import { now } from '../store/live.ts'
import { mustApprove } from '../store/sales/approval.ts'
import { refuseAwaited } from '../store/sales/exchange.ts'
import type { Basket, TillState } from '../store/state.ts'
import { findScanned } from '../store/sync/catalogue.ts'
import { thisTab } from '../store/tab.ts'
import { BasketLines } from './basket.tsx'
import { BasketFoot } from './basket-foot.tsx'
import { ExchangeNote } from './exchange-note.tsx'
import type { MenuEntry } from './menu-sheet.tsx'
import { type Open, OpenSheet } from './open-sheet.tsx'
import { ProductGrid } from './product-grid.tsx'
import { useShortcuts } from './shortcuts.ts'
import { WaitingList } from './waiting-list.tsx'

const RECEIPT = new RegExp(`^${SALE_PREFIX}-?\\d{4}-?\\d+$`, 'i')
const ORDER = new RegExp(`^${ORDER_PREFIX}-\\d{4}-\\d+$`, 'i')

/** Notifies the cashier when an approval is lost because the basket has changed: it is for one sum only. */
function useApprovalLost(basket: Basket, isAbove: boolean) {
  const before = useRef(basket)
  useEffect(() => {
    const { id, approval } = before.current
    before.current = basket
    if (id === basket.id && approval && isAbove) notifyRefusal('till-approval-again')
  }, [basket, isAbove])
}

/** The sale screen: products on one side, the basket on the other. */
export function SaleScreen({ till, onCloseShift }: { till: TillState; onCloseShift: () => void }) {
  const { basket, suspended, person } = till
  const search = useRef<HTMLInputElement>(null)
  // A link from the labels of the back office opens the till with them.
  const [open, setOpen] = useState<Open | null>(() =>
    readLabelCounts(location.hash).size > 0 ? { kind: 'labels' } : null,
  )
  const [isBasketShown, setBasketShown] = useState(false)
  const [message, setMessage] = useState('')
  const due = dueOf(basket)
  const { totals } = due
  const units = basket.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const isAbove = !basket.approval && discountNeedsApproval(person?.role ?? 'customer', totals)
  const waiting = till.waiting.find(({ tab }) => tab === thisTab())
  useApprovalLost(basket, isAbove)

  // Stable callbacks: without them a scan would render sixty tiles and every other line again.
  const add = useCallback(async (product: TillProduct, variant: TillVariant) => {
    if (!wasDone(await addToBasket(product, variant))) return
    beep('good')
    setMessage(addedToSale([product.name, formatChoice(variant)].filter(Boolean).join(', ')))
  }, [])
  const pick = useCallback(
    (product: TillProduct) => {
      const [only, ...others] = product.variants
      if (only && others.length === 0) void add(product, only)
      else setOpen({ kind: 'variant', product })
    },
    [add],
  )
  const discountLine = useCallback((lineId: string) => setOpen({ kind: 'discount', lineId }), [])
  const scanned = async (code: string) => {
    const isOther = open
      ? open.kind !== 'paid' && open.kind !== 'variant' && open.kind !== 'check'
      : isCovered()
    if (RECEIPT.test(code) && (!isOther || open?.kind === 'return'))
      return setOpen({ kind: 'return', number: code.toUpperCase() })
    if (ORDER.test(code) && (!isOther || open?.kind === 'parcel'))
      return setOpen({ kind: 'parcel', number: code.toUpperCase() })
    if (open?.kind === 'credit' && readCreditCode(code))
      return setOpen({ kind: 'credit', scanned: code })
    if (isOther || waiting) return notifyRefusal('till-scan-covered')
    const found = await findScanned(code)
    if (!found && readCreditCode(code) && basket.lines.length > 0)
      return basket.exchange?.credit
        ? notifyRefusal('till-exchange-code')
        : setOpen({ kind: 'credit', scanned: code })
    if (!found) return notifyRefusal({ reason: 'till-code-unknown', code })
    if (open?.kind === 'check') return setOpen({ kind: 'check', scanned: found })
    setOpen(null)
    return found.variant ? add(found.product, found.variant) : pick(found.product)
  }
  useScanner((code) => void scanned(code))

  const pay = (kind: 'cash' | 'mobile' | 'credit') => {
    const refused = refuseAwaited(basket, till)
    const inMoney = due.exchanged.onCode + due.exchanged.back
    if (basket.lines.length === 0) notifyRefusal('pos-empty-cart')
    else if (isAbove) setOpen({ kind: 'approve' })
    else if (mustApprove(basket.exchange, till, inMoney)) setOpen({ kind: 'approve-exchange' })
    else if (basket.exchange && due.afterExchange === 0) setOpen({ kind: 'cash' })
    else if (kind === 'mobile' && refused) notifyRefusal(refused)
    else if (kind === 'credit' && basket.exchange?.credit) notifyRefusal('till-exchange-code')
    else setOpen(kind === 'credit' ? { kind, scanned: null } : { kind })
  }
  const hold = async () => {
    if (wasDone(await holdBasket())) notifySuccess('sale-held')
  }
  const acts = {
    onCash: () => pay('cash'),
    onMobile: () => pay('mobile'),
    onCredit: () => pay('credit'),
    onHold: () => void hold(),
    onDiscount: () => basket.lines.length > 0 && setOpen({ kind: 'discount', lineId: null }),
    onCustomer: () => setOpen({ kind: 'customer' }),
    onClear: () => setOpen({ kind: 'clear' }),
  }
  const find = () => {
    setBasketShown(false)
    // On a phone the products are hidden until the next frame.
    requestAnimationFrame(() => {
      search.current?.focus()
      search.current?.select()
    })
  }
  useShortcuts({
    F2: find,
    '/': find,
    F4: acts.onCash,
    F6: acts.onMobile,
    F7: acts.onDiscount,
    F8: acts.onHold,
    F9: acts.onCustomer,
    F10: () => setOpen({ kind: 'menu' }),
  })
  const choose = (entry: MenuEntry) => {
    if (entry === 'close-shift') {
      setOpen(null)
      onCloseShift()
    } else if (entry === 'check') setOpen({ kind: 'check', scanned: null })
    else if (entry === 'return' || entry === 'parcel') setOpen({ kind: entry, number: null })
    else setOpen({ kind: entry })
  }
  const finish = (paid: Paid) => {
    setBasketShown(false)
    setOpen({ kind: 'paid', paid })
    void printAfterSale(paid.receipt, {
      isCash: paid.change !== null || paid.cashPart > 0,
    }).then(wasDone)
  }

  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] max-md:grid-rows-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_clamp(20rem,36vw,26rem)]">
      <output className="sr-only">{message}</output>
      <div className={`relative min-h-0 ${isBasketShown ? 'max-md:hidden' : ''}`}>
        {isBasketShown ? null : <NoticeRoom className="absolute inset-x-0 bottom-0" />}
        <ProductGrid
          search={search}
          basketId={basket.id}
          onPick={pick}
          hasCatalogue={till.catalogue !== null}
        />
      </div>
      <section
        aria-label="Cart"
        className={`flex min-h-0 flex-col border-line bg-sheet md:border-l ${isBasketShown ? '' : 'max-md:hidden'}`}
      >
        <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-1">
          <button
            type="button"
            aria-label="Back to the products"
            className="grid size-12 place-items-center rounded-card hover:bg-sand md:hidden"
            onClick={() => setBasketShown(false)}
          >
            <ArrowLeft aria-hidden size={22} />
          </button>
          <h2 className="mr-auto min-w-0 truncate font-body text-base font-semibold">
            {basket.customerName ||
              (units === 0
                ? 'New sale'
                : `${formatAmount(units)} ${units === 1 ? 'piece' : 'pieces'}`)}
          </h2>
          {suspended.length > 0 ? (
            <Press className="border-0 px-2" onClick={() => setOpen({ kind: 'held' })}>
              <CirclePause aria-hidden size={18} /> Held {suspended.length}
            </Press>
          ) : null}
          <Press keys="F10" className="px-3" onClick={() => setOpen({ kind: 'menu' })}>
            <Menu aria-hidden size={18} /> Menu
          </Press>
        </div>
        <WaitingList
          waiting={till.waiting.filter((one) => one !== waiting)}
          isOnline={till.connection.isOnline}
        />
        <AskedReturns till={till} onTakenBack={(paid) => setOpen({ kind: 'paid', paid })} />
        {basket.exchange ? <ExchangeNote exchange={basket.exchange} /> : null}
        <BasketLines basket={basket} onDiscount={discountLine} />
        {isBasketShown ? <NoticeRoom className="relative" /> : null}
        <BasketFoot
          due={due}
          ending={basket.credit?.ending ?? null}
          needsApproval={isAbove}
          isEmpty={basket.lines.length === 0}
          acts={acts}
        />
      </section>
      {isBasketShown ? null : (
        <button
          type="button"
          onClick={() => setBasketShown(true)}
          className="flex min-h-16 items-center justify-between gap-3 bg-clay px-4 text-white md:hidden"
        >
          <span className="text-lg font-semibold">Cart · {formatAmount(units)}</span>
          <span className="text-2xl font-bold tabular-nums">{formatKwacha(due.rest)}</span>
        </button>
      )}
      {open ? (
        <OpenSheet
          open={open}
          till={till}
          onOpen={setOpen}
          onAdd={(product, variant) => void add(product, variant)}
          onPaid={finish}
          onExchange={(isChosen) => {
            setBasketShown(isChosen)
            // The customer chooses how to pay what is still to pay.
            const isEven = isChosen && dueOf(now().basket).afterExchange === 0
            setOpen(isEven ? { kind: 'cash' } : null)
          }}
          onMenu={choose}
        />
      ) : waiting ? (
        <MobileWaiting key={waiting.saleId} wait={waiting} till={till} onPaid={finish} />
      ) : null}
    </div>
  )
}
