/** The audit entry's reference to a product. */
export const productInLog = ({ id, name }: { id: string; name: string }) =>
  ({ entity: 'product', entityId: id, label: name }) as const
