import { LONGEST_NAME } from '../../accounts/longest.ts'
import { formatAmount } from '../../money.ts'
import { productSavingErrors } from '../catalogue/errors.ts'
import { type Coded, error, type Messages, type Sentences } from '../message.ts'

/** Refusals of a whole import file. */
export const importRefusals = {
  'import-no-file': error('Please choose a CSV file.'),
  'import-too-large': ({ megabytes, rows }: { megabytes: number; rows: number }) =>
    error(
      `The file is too large: at most ${megabytes} MB and ${formatAmount(rows)} rows. Please cut it in two.`,
    ),
  'import-not-utf8': error(
    'The file is not in UTF-8, so letters with accents would come in wrong. In Excel choose File, Save As, “CSV UTF-8 (Comma delimited)”.',
  ),
  'import-not-csv': error(
    'This is not a CSV file but a photo, or another file without rows. Please choose the CSV file; photos come in as “Pictures in a zip”.',
  ),
  'import-unreadable': ({ line }: { line: number }) =>
    error(
      `Row ${formatAmount(line)} cannot be read: a quotation mark is opened and not closed, or stands inside a cell that has none around it.`,
    ),
  'import-empty': error('The file has headings, but no rows below them.'),
  'import-column-missing': ({ columns = [] }: { columns?: readonly string[] }) =>
    error(
      `The first row must name the columns. There is no column called ${columns.join(' or ')}.`,
    ),
  'import-column-twice': ({ column }: { column: string }) =>
    error(`Two columns are called ${column}. Please keep one of them.`),
  'import-no-zip': error('Please choose a zip file with pictures in it.'),
  'import-zip-large': ({ megabytes = 200, most = 1000 }: { megabytes?: number; most?: number }) =>
    error(
      `The zip is too large: at most ${megabytes} MB, half as much again unpacked, and ${formatAmount(most)} files. Please make several.`,
    ),
  'import-zip-bad': error(
    'This is no zip file that can be read. Please make it again from the folder with the pictures.',
  ),
  'import-zip-locked': error('The zip is locked by a password. Please make one without.'),
  'import-cut': error('The file did not arrive whole. Please choose it again.'),
  'import-nothing-good': error('No row of this file can be imported.'),
  'import-failed': error('The import could not be started. Please try again.'),
} satisfies Messages

/** HTTP statuses of these refusals. */
export const importStatuses = {
  'import-no-file': 400,
  'import-too-large': 413,
  'import-not-utf8': 400,
  'import-not-csv': 400,
  'import-unreadable': 400,
  'import-empty': 400,
  'import-column-missing': 400,
  'import-column-twice': 400,
  'import-no-zip': 400,
  'import-zip-large': 413,
  'import-zip-bad': 400,
  'import-zip-locked': 400,
  'import-cut': 400,
  'import-nothing-good': 409,
  'import-failed': 500,
} as const satisfies Record<keyof typeof importRefusals, number>

export const importNotices = {
  'import-deleted': { title: 'Import deleted' },
} satisfies Messages

/** Faults of single rows. `form`: the message of the product's form for this field. */
export const importFaults = {
  ...productSavingErrors,
  form: ({ field }: { field: string }) => field,
  'key-missing': 'The row needs a SKU or a handle, so that the product can be found again.',
  'rows-too-many': ({ most }: { most: number }) =>
    `More than ${formatAmount(most)} rows are about this product. Has a spreadsheet filled its handle down?`,
  'keys-differ': 'SKU and handle belong to two different products of the shop.',
  'sku-twice': ({ first }: { first: number }) =>
    `The same SKU stands in row ${formatAmount(first)} already.`,
  'barcode-twice': ({ first }: { first: number }) =>
    `The same barcode stands in row ${formatAmount(first)} already.`,
  'differs-from-first': ({ first }: { first: number }) =>
    `It differs from row ${formatAmount(first)}, which is about the same product. Write it there alone.`,
  'size-missing': 'A product of several rows needs a size or a color in each of them.',
  'size-twice': ({ first }: { first: number }) =>
    `The same size and color stands in row ${formatAmount(first)} already.`,
  'size-not-listed': 'The shop does not know this size. Use one that the product form offers.',
  'color-not-listed': 'The shop does not know this color. Use one that the product form offers.',
  'stock-without-size':
    'The product has stock without a size or color. Give it sizes on its own page, where the stock is placed.',
  'yes-or-no': 'Please write yes or no.',
  'category-unknown': 'There is no such category. Add it, or tick “Add missing categories”.',
  'category-too-deep': 'A category has one level below it: “Dresses / Maxi”.',
  'number-shortened':
    'A spreadsheet has shortened this number. Format the column as text and type it again.',
  'product-archived': 'The product is archived. Restore it first.',
  'product-archived-there':
    'It is archived where this file comes from, and stays out. Write no under Archived to bring it in.',
  'product-unknown': 'No product of the shop has this SKU or handle.',
  'variant-unknown': 'Nothing in the shop has this SKU.',
  'stock-not-tracked': 'Its stock is not tracked.',
  'stock-bad': 'Please use a whole number from 0 to 99,999.',
  'counted-meanwhile': 'Somebody counted or received it while the file waited. Count it again.',
  'saved-meanwhile': 'Somebody saved this product while the file waited. Import it again.',
  'email-bad': 'This is no email address.',
  'email-twice': ({ first }: { first: number }) =>
    `The same email address stands in row ${formatAmount(first)} already.`,
  'phone-bad': 'This is no phone number.',
  'name-long': `Please use at most ${LONGEST_NAME} characters.`,
  'picture-of-nobody': 'No product of the shop has a SKU or handle that this name begins with.',
  'picture-color-unknown': ({ product }: { product: string }) =>
    `${product} does not come in the color that this name tells.`,
  'pictures-full': ({ most }: { most: number }) => `The product has ${most} pictures already.`,
  'file-missing': 'The zip’s list (pictures.csv) names this file, but the zip does not have it.',
  'file-broken': 'The zip is damaged here: this file cannot be read. Pack it again.',
  'file-not-picture': 'This is no JPEG, PNG, WebP, AVIF or GIF picture that can be read.',
  'file-heic': 'This is a HEIC photo. Save it as JPEG first.',
  'file-too-large': 'The picture is larger than 15 MB.',
  'file-many-pixels': 'The picture has more than 50 megapixels.',
  'not-imported': 'It could not be imported. Please try again.',
  'given-up': ({ tries }: { tries: number }) =>
    `The database gave up on it ${tries} times: it took too long, or others were at it. Import it again when less is going on.`,
} satisfies Sentences

/** A fault as stored: its place, and its code. */
export type ImportFault = { row: number; column: string } & Coded<typeof importFaults>
