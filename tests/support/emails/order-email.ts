import type { OrderEmail } from '../../../app/rules/messages/emails/orders.ts'

/** A paid order of two dresses with a discount, as the data of its emails. */
export const order: OrderEmail = {
  to: 'chisomo@example.com',
  firstName: 'Chisomo',
  orderNumber: 'FSC-2026-000001',
  status: 'processing',
  createdAt: new Date('2026-11-20T09:00:00Z'),
  paidAt: new Date('2026-11-20T09:05:00Z'),
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  reviewReason: null,
  shippingAddress: {
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '0991234567',
    address: 'Plot 12',
    city: 'Ndirande',
    district: 'Blantyre',
  },
  lines: [
    { productId: '1', name: 'Wrap Dress', size: 'M', color: 'Red', quantity: 2, total: 40_000 },
  ],
  discountAmount: 5000,
  discountCode: 'ZIKOMO',
  isFreeDelivery: false,
  waybill: null,
  courierId: 'bike-riders',
  courierName: 'Bike Riders',
  collectAt: null,
  dueFrom: null,
  dueTo: null,
  releaseCode: null,
  creditAmount: 0,
  totalAmount: 37_000,
  url: 'https://shop.example/orders',
}
