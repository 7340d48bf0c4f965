import type { SampleBanner } from './shape.ts'

export const banners: SampleBanner[] = [
  {
    title: 'Chitenje, cut for now',
    subtitle: 'New season',
    description: 'Wax prints from our own designs, sewn in Blantyre into dresses that move.',
    button_text: 'Shop dresses',
    link_url: '/category/dresses',
    picture: 'banners/chitenje-season',
    ends_in_days: 3,
  },
  {
    title: 'Monday to Friday, pressed',
    subtitle: 'Workwear',
    description: 'Shirts, suits and trousers that still look right at five in the afternoon.',
    button_text: 'Shop shirts',
    link_url: '/category/shirts-tops',
    picture: 'banners/office-week',
  },
  {
    title: 'Bags for market and meeting',
    subtitle: 'Leather, canvas and palm',
    description: 'Made to be carried for years, with straps that are sewn twice.',
    button_text: 'Shop bags',
    link_url: '/category/bags',
    picture: 'banners/bags-for-days',
  },
  {
    title: 'Good shoes, long roads',
    subtitle: 'Up to 10% off',
    description: 'Sandals, loafers and trainers with soles that can be mended.',
    button_text: 'Shop shoes',
    link_url: '/category/shoes',
    picture: 'banners/good-shoes',
    ends_in_days: 7,
  },
]
