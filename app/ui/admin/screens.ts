import {
  BadgePercent,
  Boxes,
  Calculator,
  ClipboardList,
  Gift,
  HeartPulse,
  Image,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ScrollText,
  Search,
  Settings,
  Shirt,
  Star,
  Tags,
  Users,
} from 'lucide-react'

export type Screen = readonly [to: string, label: string, icon: LucideIcon]

/** The screens of the back office, in the order of its menu. */
export const SCREENS: readonly Screen[] = [
  ['/admin', 'Dashboard', LayoutDashboard],
  ['/admin/orders', 'Orders', ClipboardList],
  ['/admin/shifts', 'Shifts', Calculator],
  ['/admin/products', 'Products', Shirt],
  ['/admin/stock', 'Stock', Boxes],
  ['/admin/categories', 'Categories', Tags],
  ['/admin/search-words', 'Search Words', Search],
  ['/admin/banners', 'Banners', Image],
  ['/admin/discount-codes', 'Discount Codes', BadgePercent],
  ['/admin/credit', 'Store Credit', Gift],
  ['/admin/reviews', 'Reviews', Star],
  ['/admin/customers', 'Customers', Users],
  ['/admin/newsletter', 'Newsletter', Mail],
  ['/admin/settings', 'Settings', Settings],
  ['/admin/activity', 'Activity', ScrollText],
  ['/admin/health', 'Health', HeartPulse],
]
