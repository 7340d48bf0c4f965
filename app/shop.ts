/**
 * Everything that names this one shop. Another shop adopts the product by editing this file, and for its tills
 * shop-tills.ts, which shoppers need not download.
 */
export const SHOP = {
  name: 'Zovala',
  tagline: 'Clothes for every day and every celebration',
  description:
    'Dresses, shirts, shoes, bags and chitenje, chosen in Blantyre and delivered nationwide in Malawi.',
  foundedYear: 2018,
  location: 'Blantyre, Malawi',
  address: [
    'Shop 14, Chichiri Shopping Centre',
    'Masauko Chipembere Highway',
    'P.O. Box 1804',
    'Blantyre, Malawi',
  ],
  phones: ['+265 999 201 814', '+265 888 201 814'],
  supportPhone: '+265 999 201 814',
  email: 'hello@zovala.example',
  ordersEmail: 'orders@zovala.example',
  openingHours: 'Mon-Sat 9AM-8PM',
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/zovala.example' },
    { name: 'Instagram', url: 'https://www.instagram.com/zovala.example' },
    { name: 'TikTok', url: 'https://www.tiktok.com/@zovala.example' },
  ],
  flashSale: 'Flash sale: up to 10% off',
  paymentNote: 'Payments by PayChangu: Airtel Money, TNM Mpamba, bank and card.',
  helpMessage: 'Hello! I need assistance with my order.',
  studentDiscountPercent: 15,
  /** What a product without reviews is shown with; null says "No reviews yet". It counts nowhere. */
  placeholderRating: 4.5 as number | null,
  returnsDays: 30,
  freeDeliveryFrom: 300_000,
  orderPrefix: 'FSC',
  salePrefix: 'POS',
  timeZone: 'Africa/Blantyre',
  currency: 'MWK',
} as const

/** Where the price filter's steps lie, in kwacha: no part of `SHOP`, which every first visit downloads. */
export const PRICE_STEPS = [10_000, 25_000, 50_000, 100_000, 300_000] as const

/**
 * What orders that nobody has paid yet may hold at a time, by account, by phone number and by delivery address:
 * orders, units in all, and uses of codes that have a limit. A family shares a phone; in many places an address
 * is a quarter of a town.
 */
export const UNPAID = {
  account: { orders: 3, units: 20, codes: 1 },
  phone: { orders: 5, units: 30, codes: 2 },
  address: { orders: 10, units: 60, codes: 4 },
  /**
   * Who has held an article unpaid for longer than one payment window may order it again once so many windows
   * have passed since: ordering again does not keep it from others for good.
   */
  againAfterWindows: 6,
} as const

/** Couriers and their prices in kwacha (docs/product.md, Delivery). */
export const COURIERS = [
  { id: 'bike-riders', name: 'Bike Riders', price: 2000 },
  { id: 'doorbell', name: 'Doorbell Services', price: 2000 },
  { id: 'speed-courier', name: 'Speed Courier', price: 5000 },
  { id: 'cts-courier', name: 'CTS Courier', price: 4500 },
  { id: 'malawi-posts', name: 'Malawi Posts Corporation', price: 3000 },
  { id: 'smart-deliveries', name: 'Smart Deliveries', price: 4000 },
] as const

/** Where the shop delivers (docs/product.md, Delivery). */
export const DISTRICTS = [
  'Balaka',
  'Blantyre',
  'Chikwawa',
  'Chiradzulu',
  'Chitipa',
  'Dedza',
  'Dowa',
  'Karonga',
  'Kasungu',
  'Likoma',
  'Lilongwe',
  'Machinga',
  'Mangochi',
  'Mchinji',
  'Mulanje',
  'Mwanza',
  'Mzimba',
  'Mzuzu',
  'Neno',
  'Nkhata Bay',
  'Nkhotakota',
  'Nsanje',
  'Ntcheu',
  'Ntchisi',
  'Phalombe',
  'Rumphi',
  'Salima',
  'Thyolo',
  'Zomba',
] as const
