import { formatAmount } from '../../money.ts'
import { error, type Messages, type Sentences, titled } from '../message.ts'

const invalid = titled('Invalid Code')

/** Refusals of discount codes. */
export const discountRefusals = {
  'discount-blank': invalid('Please type a code.'),
  'discount-invalid': invalid('The discount code you entered is not valid.'),
  'discount-expired': { title: 'Expired Code', description: 'This discount code has expired.' },
  'discount-not-started': titled('Code Not Active')('This discount code is not active yet.'),
  'discount-minimum': ({ minimum }: { minimum: number }) => ({
    title: 'Minimum Amount Required',
    description: `Order must be at least MWK ${formatAmount(minimum)} to use this code.`,
  }),
  'discount-used-up': titled('Code Limit Reached')(
    'This discount code has reached its usage limit.',
  ),
  'discount-failed': error('Failed to validate discount code.'),
  'discount-saving-failed': error('Failed to save discount code'),
  'discount-deleting-failed': error('Failed to delete discount code'),
  'discount-taken': error('There is a code like that already.'),
  'discount-below-used': ({ available }: { available: number }) =>
    error(
      `It was used ${formatAmount(available)} times already: allow at least as many, or leave it empty for no limit.`,
    ),
} satisfies Messages

/** Notices of discount codes. */
export const discountNotices = {
  'discount-applied': ({ code }: { code: string }) => ({
    title: 'Code Applied!',
    description: `Discount code "${code}" has been applied successfully.`,
  }),
  'discount-removed': ({ code }: { code: string }) => ({
    title: 'Code removed',
    description: `Discount code "${code}" is not used.`,
  }),
  'discount-created': { title: 'Discount code created successfully' },
  'discount-updated': { title: 'Discount code updated successfully' },
  'discount-deleted': { title: 'Discount code deleted successfully' },
  'discount-copied': { title: 'Copied!', description: 'Discount code copied to clipboard.' },
} satisfies Messages

/** Messages beside the fields of a code's form. */
export const discountErrors = {
  'code-missing': 'Discount code is required',
  'code-spaces': 'Please use no spaces: customers type the code by hand.',
  'type-missing': 'Please choose a type.',
  'value-missing': 'Discount value must be greater than 0',
  'value-above-100': 'Percentage discount cannot exceed 100%',
  'whole-percent': 'Please use whole percent.',
  'whole-kwacha': 'Please use whole kwacha.',
  'whole-number': 'Please use a whole number.',
  'end-before-start': 'It must expire after it starts.',
} satisfies Sentences
