import { eanCheckDigit } from './ean13.ts'

/** Gives numbers from 0 up to, but not including, 1. */
export type Random = () => number

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pick = (from: string, random: Random) => from.charAt(Math.floor(random() * from.length))
const DIGITS = '0123456789'
const several = (count: number, from: string, random: Random) =>
  Array.from({ length: count }, () => pick(from, random)).join('')

/**
 * A prefix from the name, six digits of time, three random uppercase letters (docs/product.md,
 * Products): `CHI-482913-QXD`.
 */
export function makeSku(name: string, now: Date, random: Random) {
  const prefix = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 3)
  const time = String(now.getTime()).slice(-6)
  return `${prefix || 'PRD'}-${time}-${several(3, LETTERS, random)}`
}

/**
 * Thirteen digits that scanners accept: the in-store range 20 to 29, and EAN-13's check digit
 * (docs/product.md, Products).
 */
export function makeBarcode(random: Random) {
  const twelve = `2${several(11, DIGITS, random)}`
  return twelve + eanCheckDigit(twelve)
}

/** The SKU of a size and color of a product: `TEE-482913-QXD-RED-XL`. */
export const variantSku = (sku: string, size: string, color: string) =>
  [sku, color, size]
    .map((part) => part.toUpperCase().replace(/[^A-Z0-9.-]/g, ''))
    .filter(Boolean)
    .join('-')
