import {
  Boxes,
  CircleAlert,
  ClipboardCheck,
  Gift,
  HeartPulse,
  Hourglass,
  type LucideIcon,
  MailX,
  MessageCircle,
  Package,
  PackageOpen,
  Phone,
  Star,
  StarOff,
  Truck,
  Undo2,
  WifiOff,
} from 'lucide-react'
import type { WorkKind } from '../../../modules/reports/count-work.ts'

export type WorkRow = {
  icon: LucideIcon
  /** The words after the count. */
  one: string
  many: string
  /** The label of the link. */
  act: string
  to: string
  /** What its time means; `Oldest` by default. */
  time?: 'The first ends' | 'Last seen'
  /** Whether it is urgent. */
  isUrgent?: true
}

/** The words and the link of each kind of work. */
export const WORK_ROWS: Record<WorkKind, WorkRow> = {
  troubles: {
    icon: HeartPulse,
    one: 'trouble with the shop',
    many: 'troubles with the shop',
    act: 'Look',
    to: '#trouble',
    isUrgent: true,
  },
  'to-pack': {
    icon: Package,
    one: 'order to pack',
    many: 'orders to pack',
    act: 'Pack',
    to: '/admin/orders?waiting=packing&sort=placed',
  },
  'to-ship': {
    icon: Truck,
    one: 'order to ship',
    many: 'orders to ship',
    act: 'Ship',
    to: '/admin/orders?waiting=shipping&sort=placed',
  },
  unpaid: {
    icon: Hourglass,
    one: 'order not paid yet',
    many: 'orders not paid yet',
    act: 'Look',
    to: '/admin/orders?waiting=payment&sort=placed',
    time: 'The first ends',
  },
  'orders-to-review': {
    icon: CircleAlert,
    one: 'order needs a person',
    many: 'orders need a person',
    act: 'Decide',
    to: '/admin/orders?waiting=review&sort=placed',
    isUrgent: true,
  },
  refunds: {
    icon: Undo2,
    one: 'order with a refund to send or agree to',
    many: 'orders with refunds to send or agree to',
    act: 'See to it',
    to: '/admin/orders?waiting=refunds&sort=placed',
    isUrgent: true,
  },
  credit: {
    icon: Gift,
    one: 'code of store credit to agree to',
    many: 'codes of store credit to agree to',
    act: 'Decide',
    to: '/admin/credit?status=awaiting',
  },
  returns: {
    icon: PackageOpen,
    one: 'return to see to',
    many: 'returns to see to',
    act: 'See to it',
    to: '/admin/returns?status=to-do&sort=asked',
    isUrgent: true,
  },
  'till-to-review': {
    icon: ClipboardCheck,
    one: 'sale or return to review',
    many: 'sales or returns to review',
    act: 'Decide',
    to: '/admin/pos-sales',
    isUrgent: true,
  },
  messages: {
    icon: MessageCircle,
    one: 'order has a message to answer',
    many: 'orders have messages to answer',
    act: 'Answer',
    to: '/admin/orders?messages=waiting&sort=placed',
    isUrgent: true,
  },
  'bad-reviews': {
    icon: StarOff,
    one: 'new review with one or two stars',
    many: 'new reviews with one or two stars',
    act: 'Answer',
    to: '/admin/reviews?state=new&stars=1-2',
    isUrgent: true,
  },
  reviews: {
    icon: Star,
    one: 'new review',
    many: 'new reviews',
    act: 'Read',
    to: '/admin/reviews?state=new&stars=3-5',
  },
  texts: {
    icon: Phone,
    one: 'size or color is back: message who waits',
    many: 'sizes or colors are back: message who waits',
    act: 'Write',
    to: '/admin/waitlist?show=to-text',
  },
  'low-stock': {
    icon: Boxes,
    one: 'size or color low on stock',
    many: 'sizes or colors low on stock',
    act: 'Order more',
    to: '/admin/stock?stock=low',
  },
  'failed-emails': {
    icon: MailX,
    one: 'email could not be delivered',
    many: 'emails could not be delivered',
    act: 'See to it',
    to: '#failed-emails',
    isUrgent: true,
  },
  'lost-tills': {
    icon: WifiOff,
    one: 'open till is offline',
    many: 'open tills are offline',
    act: 'Look',
    to: '/admin/shifts?status=offline',
    time: 'Last seen',
  },
}
