import type { AuditAction, AuditEntity } from '../../../rules/audit/audit.ts'

type Line = { action: AuditAction; entity: AuditEntity; entityId: string; label: string }

/** Where the thing that a line of the log is about can be looked at; null when it is gone. */
export function entityPath({ action, entity, entityId, label }: Line): string | null {
  if (action === 'deleted' || action === 'exported') return null
  const id = encodeURIComponent(entityId)
  const name = encodeURIComponent(label)
  switch (entity) {
    case 'product':
      return `/admin/edit-product/${id}`
    case 'stock':
      return `/admin/stock/${id}`
    case 'category':
      return `/admin/categories?edit=${id}`
    case 'synonym':
      return `/admin/search-words?edit=${id}`
    case 'banner':
      return `/admin/banners?edit=${id}`
    case 'discount':
      return `/admin/discount-codes?edit=${id}`
    case 'review':
      return `/admin/reviews?review=${id}`
    case 'order':
      return `/admin/orders?order=${name}`
    case 'pos_sale':
      return `/admin/pos-sales?sale=${name}`
    case 'shift':
      return `/admin/shifts?shift=${id}`
    case 'person':
      return `/admin/customers?person=${id}`
    default:
      return null
  }
}
