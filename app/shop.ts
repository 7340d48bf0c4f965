/**
 * Everything that names this one shop. Another shop adopts the product by editing this file, shop-tills.ts for its
 * tills, and shop-refunds.ts for refunds, returns and vouchers. `SHOP`, `ZONES`, `SHOP_DISTRICT`, `COURIERS` and
 * `DELIVERY_DAYS` apply until staff save that group at /admin/settings for the first time, which stores the whole
 * group; code reads `settings()` (app/rules/settings/settings.ts), never this file.
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
  /** Emails and the chat use the first one. */
  phones: ['+265 999 201 814', '+265 888 201 814'],
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
  /** The day's totals, as staff send them by WhatsApp; the names allowed in braces: app/rules/reports/day-sums.ts. */
  eveningMessage: [
    '{shop}, {date}',
    'Online: {online_sales}, orders paid: {online_orders}',
    'Tills: {till_sales}, sales: {till_receipts}',
    'Refunds: {refunds}',
    'Net sales: {total}',
    'Cash taken: {cash}',
  ].join('\n'),
  /** The default paper for labels: `a4`, `roll` or `till`. */
  labelPaper: 'a4' as 'a4' | 'roll' | 'till',
  studentDiscountPercent: 15,
  /** The rating shown for a product without reviews; null shows "No reviews yet". No calculation uses it. */
  placeholderRating: 4.5 as number | null,
  /** So many days after the delivery one email asks the customer for a review of the order; null for no email. */
  askForReviewAfterDays: 7 as number | null,
  returnsDays: 30,
  freeDeliveryFrom: 300_000,
} as const

/** The prefixes of order numbers and of till sale numbers: papers and emails carry them, so they must not change. */
export const ORDER_PREFIX = 'FSC'
export const SALE_PREFIX = 'POS'
export const TIME_ZONE = 'Africa/Blantyre'
export const CURRENCY = 'MWK'

/** The steps of the price filter, in kwacha. */
export const PRICE_STEPS = [10_000, 25_000, 50_000, 100_000, 300_000] as const

/**
 * What unpaid orders may hold at a time, per account, phone number and delivery address: orders, units in all, and uses
 * of limited codes. A family shares a phone; in many places an address is a quarter of a town.
 */
export const UNPAID = {
  account: { orders: 3, units: 20, codes: 1 },
  phone: { orders: 5, units: 30, codes: 2 },
  address: { orders: 10, units: 60, codes: 4 },
  /**
   * A customer who has held an article unpaid for longer than one payment window may order it again only after so many
   * windows, so that repeated orders do not keep it from others for good.
   */
  againAfterWindows: 6,
} as const

/** The districts of Malawi: keys of addresses and orders (docs/product.md, Delivery). */
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

export type District = (typeof DISTRICTS)[number]

/** Zones by their distance from the shop, the nearest first: keys of couriers' delivery days. */
export const ZONE_NAMES = ['town', 'south', 'lake', 'centre', 'north', 'island'] as const
export type Zone = (typeof ZONE_NAMES)[number]

/** The districts of each zone. The shop does not deliver to a district that is in no zone. */
export const ZONES = {
  town: ['Blantyre'],
  south: ['Chikwawa', 'Chiradzulu', 'Mulanje', 'Mwanza', 'Neno', 'Phalombe', 'Thyolo', 'Zomba'],
  lake: ['Balaka', 'Machinga', 'Mangochi', 'Nsanje', 'Ntcheu'],
  centre: ['Dedza', 'Dowa', 'Kasungu', 'Lilongwe', 'Mchinji', 'Nkhotakota', 'Ntchisi', 'Salima'],
  north: ['Chitipa', 'Karonga', 'Mzimba', 'Mzuzu', 'Nkhata Bay', 'Rumphi'],
  island: ['Likoma'],
} as const satisfies Record<Zone, readonly District[]>

/** When parcels leave the shop and travel, by the shop's clock (docs/product.md, Delivery). */
export const DELIVERY_DAYS = {
  /** Days of the week on which no parcel leaves or arrives; 0 is Sunday. */
  closedWeekdays: [0],
  /**
   * Public holidays that fall on the same date each year, as MM-DD. A holiday on a weekend is kept on the next weekday
   * as well.
   */
  closedDates: ['01-01', '01-15', '03-03', '05-01', '05-14', '07-06', '10-15', '12-25', '12-26'],
  /** Public holidays by their days from Easter Sunday: Good Friday and Easter Monday. */
  closedAroundEaster: [-2, 1],
  /**
   * Days of one year, as YYYY-MM-DD: holidays that depend on the moon (Eid al-Fitr) or are proclaimed. The next Eid is
   * the expected day; correct it when it is announced.
   */
  closedDays: ['2027-03-10'],
  /** An order placed before this hour leaves the same day. */
  sameDayUntilHour: 14,
} as const

/** The district that is shown before a customer has chosen one. */
export const SHOP_DISTRICT: District = 'Blantyre'

/** The fewest and the most working days that a parcel travels. */
export type Days = readonly [fewest: number, most: number]
/** A place where a courier keeps parcels until they are collected. */
export type Depot = readonly [name: string, address: string, town: string]
/** The "courier" of orders that are collected at the shop, without delivery days and price: chosen as a courier is. */
export const PICKUP_ID = 'pickup'

/** `price` in whole kwacha; a zone without days is not served. */
export type Courier = {
  id: string
  name: string
  price: number
  days: Partial<Record<Zone, Days>>
  depots: Partial<Record<District, readonly Depot[]>>
}

/** The delivery days of a courier for each zone, in the order of the zones. */
const everywhere = (town: Days, south: Days, lake: Days, centre: Days, north: Days, island: Days) =>
  ({ town, south, lake, centre, north, island }) as const

/** Couriers with their prices, days and depots (docs/product.md, Delivery). */
export const COURIERS = [
  {
    id: 'bike-riders',
    name: 'Bike Riders',
    price: 2000,
    days: everywhere([1, 1], [1, 2], [2, 4], [3, 4], [4, 6], [6, 9]),
    depots: {},
  },
  {
    id: 'doorbell',
    name: 'Doorbell Services',
    price: 2000,
    days: everywhere([1, 2], [2, 3], [2, 4], [3, 5], [4, 6], [6, 9]),
    depots: {},
  },
  {
    id: 'speed-courier',
    name: 'Speed Courier',
    price: 5000,
    days: everywhere([1, 1], [1, 1], [1, 2], [1, 2], [2, 3], [4, 6]),
    depots: {
      Blantyre: [['Speed Courier Chichiri', 'Chipembere Highway', 'Blantyre']],
      Lilongwe: [['Speed Courier Old Town', 'Malangalanga Road', 'Lilongwe']],
      Mzuzu: [['Speed Courier Katoto', 'M1 Road', 'Mzuzu']],
    },
  },
  {
    id: 'cts-courier',
    name: 'CTS Courier',
    price: 4500,
    days: everywhere([1, 1], [1, 2], [2, 3], [1, 2], [2, 3], [5, 8]),
    depots: {
      Blantyre: [['CTS Blantyre', 'Haile Selassie Road', 'Blantyre']],
      Zomba: [['CTS Zomba', 'M3 Road', 'Zomba']],
      Lilongwe: [['CTS Lilongwe', 'Paul Kagame Road, Area 4', 'Lilongwe']],
      Mzuzu: [['CTS Mzuzu', 'Orton Chirwa Avenue', 'Mzuzu']],
    },
  },
  {
    id: 'malawi-posts',
    name: 'Malawi Posts Corporation',
    price: 3000,
    days: everywhere([2, 3], [2, 4], [3, 5], [3, 5], [4, 6], [6, 10]),
    depots: {
      Blantyre: [
        ['Blantyre Post Office', 'Glyn Jones Road', 'Blantyre'],
        ['Limbe Post Office', 'Churchill Road', 'Limbe'],
      ],
      Zomba: [['Zomba Post Office', 'Namiwawa Road', 'Zomba']],
      Mangochi: [['Mangochi Post Office', 'M3 Road', 'Mangochi']],
      Lilongwe: [['Lilongwe Post Office', 'Kamuzu Procession Road', 'Lilongwe']],
      Kasungu: [['Kasungu Post Office', 'M1 Road', 'Kasungu']],
      Mzuzu: [['Mzuzu Post Office', 'Boardman Road', 'Mzuzu']],
      Karonga: [['Karonga Post Office', 'M1 Road', 'Karonga']],
    },
  },
  {
    id: 'smart-deliveries',
    name: 'Smart Deliveries',
    price: 4000,
    days: everywhere([1, 1], [1, 2], [2, 3], [2, 3], [3, 4], [5, 8]),
    depots: {},
  },
  {
    id: PICKUP_ID,
    name: 'Pickup at the shop',
    price: 0,
    days: { town: [0, 0] },
    depots: {
      Blantyre: [
        [SHOP.name, 'Shop 14, Chichiri Shopping Centre, Masauko Chipembere Highway', 'Blantyre'],
      ],
    },
  },
] as const satisfies readonly Courier[]
