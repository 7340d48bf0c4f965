import type { AuditAction, AuditEntity } from '../../../rules/audit/audit.ts'

type Line = { action: AuditAction; entity: AuditEntity; entityId: string; label: string }

// Most screens find an entity by its id; orders and sales by their number, settings by their group.
const BY_ID: Partial<Record<AuditEntity, string>> = {
  product: '/admin/edit-product/',
  price_change: '/admin/price-changes/',
  stock: '/admin/stock/',
  stock_count: '/admin/stock-takes/',
  delivery: '/admin/deliveries/',
  supplier: '/admin/suppliers?edit=',
  category: '/admin/categories?edit=',
  synonym: '/admin/search-words?edit=',
  size_preset: '/admin/size-presets?edit=',
  banner: '/admin/banners?edit=',
  discount: '/admin/discount-codes?edit=',
  credit: '/admin/credit?credit=',
  import: '/admin/import/',
  review: '/admin/reviews?review=',
  waitlist: '/admin/waitlist?variant=',
  shift: '/admin/shifts?shift=',
  person: '/admin/customers?person=',
}
const BY_NAME: Partial<Record<AuditEntity, string>> = {
  order: '/admin/orders?order=',
  settings: '/admin/settings?section=',
  pos_sale: '/admin/pos-sales?sale=',
}

/** The address of a log entry's subject; null when it was deleted. */
export function entityPath({ action, entity, entityId, label }: Line): string | null {
  if (action === 'deleted' || action === 'exported') return null
  const [screen, key] = BY_NAME[entity] ? [BY_NAME[entity], label] : [BY_ID[entity], entityId]
  return screen ? screen + encodeURIComponent(key) : null
}
