/** The id of a return's element in its order's panel. */
export const returnAnchor = (returnId: string) => `return-${returnId}`

/** The address of the order's panel, at the return. */
export const returnPath = (orderNumber: string, returnId: string) =>
  `/admin/orders?${new URLSearchParams({ order: orderNumber, part: 'returns' })}#${returnAnchor(returnId)}`
