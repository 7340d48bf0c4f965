import type { CustomerColumn, ProductColumn } from '../../imports/columns.ts'

/**
 * Sample products to overwrite: one in sizes, which takes two rows of one handle, and one without sizes. They are
 * inactive, so that customers do not see them when they are imported by mistake. A category that the shop lacks is left
 * blank.
 */
export const SAMPLE_PRODUCTS: readonly Partial<Record<ProductColumn, string>>[] = [
  {
    Name: 'Sample wrap dress',
    Category: 'Dresses',
    Handle: 'sample-wrap-dress',
    SKU: 'SAMPLE-DRESS',
    Price: '45000',
    'Compare price': '52000',
    'Cost price': '21000',
    Size: 'S',
    Color: 'Red',
    'Variant SKU': 'SAMPLE-DRESS-S',
    Stock: '3',
    'Track stock': 'yes',
    Status: 'inactive',
    Featured: 'no',
    Brand: 'Zovala',
    Location: 'B2',
    Weight: '0.4',
    Tags: 'dress, cotton',
    'Short description': 'A wrap dress of printed cotton.',
    Description: 'Ties at the waist. Wash by hand, dry in the shade.',
  },
  {
    Handle: 'sample-wrap-dress',
    Size: 'M',
    Color: 'Red',
    'Variant SKU': 'SAMPLE-DRESS-M',
    Stock: '5',
  },
  {
    Name: 'Sample canvas bag',
    Category: 'Bags',
    Handle: 'sample-canvas-bag',
    SKU: 'SAMPLE-BAG',
    Price: '12000',
    'Cost price': '5500',
    Stock: '10',
    'Track stock': 'yes',
    Status: 'inactive',
    Featured: 'no',
    Location: 'C1',
    'Short description': 'A bag of strong canvas.',
  },
]

export const SAMPLE_CUSTOMERS: readonly Record<CustomerColumn, string>[] = [
  { Name: 'Thoko Banda', Email: 'thoko.banda@example.com', Phone: '0991234567' },
  { Name: 'Chikondi Phiri', Email: 'chikondi.phiri@example.com', Phone: '0881234567' },
  { Name: 'Mphatso Mwale', Email: 'mphatso.mwale@example.com', Phone: '' },
]
