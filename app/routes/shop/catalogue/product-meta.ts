import {
  type ProductDetail,
  picturesOf,
  preorderOfChoice,
} from '../../../rules/catalogue/product-detail.ts'
import { averageOf } from '../../../rules/reviews/reviews.ts'
import { CURRENCY } from '../../../shop.ts'
import { pageMeta } from '../../../web/page-meta.ts'

/**
 * The metadata of a product: title, description, shared picture (of the color in the address) and structured data for
 * search engines.
 */
export function productMeta(product: ProductDetail, origin: string, color: string | null) {
  const url = `${origin}/product/${product.slug}`
  const [picture] = picturesOf(product.images, color)
  const image = picture && new URL(picture.src, origin).href
  const description =
    product.metaDescription || product.shortDescription || product.description || product.name
  const average = averageOf(product.rating)
  const isInStock = !product.trackInventory || product.inventory > 0
  const preorder = isInStock ? null : preorderOfChoice(product, { size: null, color: null })
  return [
    ...pageMeta({
      title: product.metaTitle || product.name,
      description: description.slice(0, 300),
      url,
      image,
      type: 'product',
    }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: product.name,
        description: description.slice(0, 300),
        sku: product.sku,
        ...(image && { image }),
        ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
        // Without a review there is no rating: the placeholder is none.
        ...(average !== null && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: average,
            reviewCount: product.rating.count,
          },
        }),
        offers: {
          '@type': 'Offer',
          url,
          price: product.price,
          priceCurrency: CURRENCY,
          availability: `https://schema.org/${isInStock ? 'InStock' : preorder ? 'PreOrder' : 'OutOfStock'}`,
          ...(preorder && { availabilityStarts: preorder.from }),
        },
      },
    },
  ]
}
