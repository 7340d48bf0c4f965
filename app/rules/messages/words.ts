import { formatAmount, formatKwacha, SMALLEST_PAYMENT } from '../money.ts'

export type Words = { title: string; description?: string }
/** What a sentence may need to name; a refusal itself may be handed in. */
export type Details = {
  ok?: boolean
  reason?: string
  product?: string
  code?: string
  minimum?: number
  available?: number
  /** Of those, what the customer's own cart holds already. */
  inCart?: number
  amount?: number
  oldPrice?: number
  newPrice?: number
  message?: string
  title?: string
  minutes?: number
  holder?: Holder
}
/** By what unpaid orders are counted together. */
export type Holder = 'account' | 'phone' | 'address'
type Entry = Words | ((details: Details) => Words)

const HOLDERS: Record<Holder, string> = {
  account: 'your account',
  phone: 'this phone number',
  address: 'this address',
}
/** What to do about orders that are not paid yet. */
const payOrCancel = ({ holder = 'account', minutes = 0 }: Details) =>
  `Pay for one or cancel it under My Orders${holder === 'account' ? '' : ' of the account that made it'} first. One that nobody pays for ends by itself after ${minutes} minutes.`

const amount = (value = 0) => formatKwacha(value)

/** The error catalogue: all that the shop says when something was done or refused. */
const CATALOGUE = {
  // Accounts
  'signed-in': { title: 'Welcome back!', description: "You've been successfully signed in." },
  'signed-out': { title: 'Signed out', description: "You've been successfully signed out." },
  'signed-out-everywhere': {
    title: 'Signed out',
    description: "You've been signed out on every device.",
  },
  'sign-in-failed': (d) => ({
    title: 'Sign in failed',
    description: d.message ?? 'Please try again later',
  }),
  'sign-up-failed': (d) => ({
    title: 'Sign up failed',
    description: d.message ?? 'Please try again later',
  }),
  'auth-unexpected': { title: 'An error occurred', description: 'Please try again later' },
  'signed-up': {
    title: 'Account created!',
    description: 'Please check your email to confirm your account.',
  },
  'reset-sent': {
    title: 'Password reset email sent',
    description: 'Check your email for instructions to reset your password.',
  },
  'reset-failed': (d) => ({ title: 'Error', description: d.message ?? 'Please try again later' }),
  'password-changed': {
    title: 'Password changed',
    description: 'Sign in with your new password. Other devices were signed out.',
  },
  'password-changed-already': {
    title: 'Password changed',
    description: 'You are signed in with your new password.',
  },
  'full-name-missing': {
    title: 'Missing information',
    description: 'Please enter your full name',
  },
  'confirm-failed': (d) => ({
    title: 'Email not confirmed',
    description: d.message ?? 'Please try again later',
  }),
  'email-confirmed': { title: 'Email confirmed', description: 'Your account is ready.' },
  unauthorized: {
    title: 'Unauthorized',
    description: 'You are not authorized to access the admin dashboard.',
  },
  'pos-denied': {
    title: 'Access Denied',
    description: "You don't have permission to access the POS system.",
  },
  'not-authenticated': { title: 'Please sign in', description: 'Not authenticated' },
  'too-many-attempts': (d) => ({
    title: 'Too many attempts',
    description: `Please try again in ${d.minutes && d.minutes > 1 ? `${d.minutes} minutes` : 'a minute'}.`,
  }),
  // Cart
  'sign-in-for-cart': {
    title: 'Please sign in',
    description: 'You need to be signed in to add items to cart',
  },
  'product-not-found': { title: 'Product not found' },
  'size-missing': {
    title: 'Please select a size',
    description: 'You need to select a size before adding to cart.',
  },
  'color-missing': {
    title: 'Please select a color',
    description: 'You need to select a color before adding to cart.',
  },
  'variant-missing': {
    title: 'Error adding to cart',
    description: 'We do not have that size and color together. Please choose another.',
  },
  'bad-quantity': {
    title: 'Error updating quantity',
    description: 'A quantity is a whole number from 1 to 999.',
  },
  'cart-stock': (d) => ({
    title: 'Error adding to cart',
    description:
      d.available === 0
        ? `${d.product} is out of stock.`
        : `Only ${formatAmount(d.available ?? 0)} left of ${d.product}${d.inCart ? `, and your cart has ${formatAmount(d.inCart)} already` : ''}.`,
  }),
  'cart-full': {
    title: 'Error adding to cart',
    description: 'A cart holds 200 different items at most. Please take one out first.',
  },
  'cart-loading-failed': {
    title: 'Error loading cart',
    description: 'Please try refreshing the page',
  },
  'added-to-cart': (d) => ({
    title: 'Added to cart',
    description: `${d.product} has been added to your cart`,
  }),
  'adding-failed': (d) => ({
    title: 'Error adding to cart',
    description: d.message ?? 'Please try again',
  }),
  'quantity-failed': { title: 'Error updating quantity', description: 'Please try again' },
  'quantity-stock': (d) => ({
    title: 'Error updating quantity',
    description:
      d.available === 0
        ? `${d.product} is out of stock.`
        : `Only ${formatAmount(d.available ?? 0)} left of ${d.product}.`,
  }),
  'removed-from-cart': {
    title: 'Removed from cart',
    description: 'Item has been removed from your cart',
  },
  'removing-failed': { title: 'Error removing item', description: 'Please try again' },
  'cart-line-not-found': {
    title: 'Error updating quantity',
    description: 'That item is no longer in your cart.',
  },
  // Wishlist
  'sign-in-for-wishlist': {
    title: 'Please sign in',
    description: 'You need to be signed in to add items to wishlist.',
  },
  'already-in-wishlist': { title: 'Already in wishlist' },
  'added-to-wishlist': (d) => ({
    title: 'Added to wishlist!',
    ...(d.product ? { description: `${d.product} is in your wishlist` } : {}),
  }),
  'removed-from-wishlist': { title: 'Removed from wishlist' },
  'wishlist-adding-failed': { title: 'Error adding to wishlist' },
  'wishlist-removing-failed': { title: 'Error removing from wishlist' },
  // Discounts
  'discount-blank': {
    title: 'Invalid Code',
    description: 'Please type a code.',
  },
  'discount-invalid': {
    title: 'Invalid Code',
    description: 'The discount code you entered is not valid.',
  },
  'discount-expired': { title: 'Expired Code', description: 'This discount code has expired.' },
  'discount-not-started': {
    title: 'Code Not Active',
    description: 'This discount code is not active yet.',
  },
  'discount-minimum': (d) => ({
    title: 'Minimum Amount Required',
    description: `Order must be at least MWK ${formatAmount(d.minimum ?? 0)} to use this code.`,
  }),
  'discount-used-up': {
    title: 'Code Limit Reached',
    description: 'This discount code has reached its usage limit.',
  },
  'discount-removed': (d) => ({
    title: 'Code removed',
    description: `Discount code "${d.code}" is not used.`,
  }),
  'discount-failed': { title: 'Error', description: 'Failed to validate discount code.' },
  'discount-applied': (d) => ({
    title: 'Code Applied!',
    description: `Discount code "${d.code}" has been applied successfully.`,
  }),
  // Addresses
  'address-saved': {
    title: 'Address saved',
    description: 'Your address has been saved successfully.',
  },
  'address-failed': (d) => ({ title: 'Error', description: d.message ?? 'Failed to save address' }),
  'address-used': { title: 'Address filled in', description: 'Please check it before paying.' },
  'address-default': {
    title: 'Default address changed',
    description: 'Your next checkout begins with it.',
  },
  'address-removed': { title: 'Address removed' },
  // Checkout and payment
  'payment-failed': (d) => ({
    title: 'Payment failed',
    description: d.message ?? 'There was an error processing your payment. Please try again.',
  }),
  'checkout-not-sent': {
    title: 'No connection',
    description: 'Nothing was sent, and nothing is paid. Please press Pay again when it is back.',
  },
  'checkout-unknown': {
    title: 'No connection',
    description:
      'We do not know yet whether your order has reached us. Nothing is paid. We look it up as soon as the connection is back.',
  },
  'checkout-arrived': (d) => ({
    title: 'Your order has reached us',
    description: `Order ${d.code} is made once, and nothing is paid yet. Press Pay to go on with it.`,
  }),
  'checkout-not-arrived': {
    title: 'Your order has not reached us',
    description: 'Nothing is paid. Please press Pay again.',
  },
  'connection-lost': {
    title: 'No connection',
    description: 'It may have reached us. Please try again: it counts only once.',
  },
  'payment-not-started': { title: 'Payment failed', description: 'Failed to initiate payment' },
  'cart-empty': { title: 'Nothing to pay for', description: 'Your cart is empty' },
  'cart-changed': {
    title: 'Your cart has changed',
    description:
      'Your cart has changed since you opened the checkout. Please look at it again before paying.',
  },
  'price-changed': (d) => ({
    title: 'A price has changed',
    description: `The price of ${d.product} has changed ${Number.isFinite(d.oldPrice) ? `from ${amount(d.oldPrice)} ` : ''}to ${amount(d.newPrice)}. Please check your total before paying.`,
  }),
  'total-changed': (d) => ({
    title: 'The total has changed',
    description: `The total is ${amount(d.amount)} now. Please check it before paying.`,
  }),
  'discount-changed': (d) => ({
    title: 'The discount has changed',
    description: `The discount is ${amount(d.amount)} now. Please check your total before paying.`,
  }),
  'delivery-changed': {
    title: 'The delivery has changed',
    description: 'The price of delivery has changed. Please check your total before paying.',
  },
  'courier-missing': {
    title: 'No courier chosen',
    description: 'Please choose a courier service.',
  },
  'district-unknown': {
    title: 'Please check the address',
    description: 'Please choose a district from the list.',
  },
  'details-missing': (d) => ({
    title: 'Please check your details',
    description: d.message ?? 'Please fill in your name, phone number, address and city.',
  }),
  'product-unavailable': (d) => ({
    title: 'No longer available',
    description: `${d.product ?? 'A product in your cart'} is no longer available. Please remove it from your cart.`,
  }),
  'out-of-stock': (d) => ({
    title: d.available === 0 ? 'Sold out' : 'Not enough in stock',
    description:
      d.available === 0
        ? `${d.product} has just sold out. Please remove it from your cart.`
        : `Only ${formatAmount(d.available ?? 0)} of ${d.product} are left. Please change the quantity in your cart.`,
  }),
  'idempotency-reused': {
    title: 'Already sent',
    description:
      'This checkout was already sent with other contents. Please reload the page and try again.',
  },
  'order-waiting': {
    title: 'An order is waiting for payment',
    description:
      'You have changed something since your order was made, and it is still waiting for payment. Pay or cancel it above, or pay for this one as well.',
  },
  'unpaid-orders': (d) => ({
    title: 'Order not placed',
    description: `${d.available} orders of ${HOLDERS[d.holder ?? 'account']} are waiting for payment. ${payOrCancel(d)}`,
  }),
  'unpaid-units': (d) => ({
    title: 'Order not placed',
    description: `Until they are paid for, we keep up to ${d.available} items for ${HOLDERS[d.holder ?? 'account']}. Order fewer at once, or first pay for or cancel what is waiting under My Orders.`,
  }),
  'unpaid-code': (d) => ({
    title: 'Order not placed',
    description: `An order of ${HOLDERS[d.holder ?? 'account']} that waits for payment has used a limited code already. ${payOrCancel(d)}`,
  }),
  'unpaid-again': (d) => ({
    title: 'Order not placed',
    description: `We have kept this for you for a while, and it was not paid for. Others get their chance now: please try again in ${Math.ceil((d.minutes ?? 60) / 60)} hours, or talk to us.`,
  }),
  'amount-too-large': {
    title: 'Too much for one payment',
    description: 'This is more than can be paid at once. Please order less, or talk to us.',
  },
  'price-missing': (d) => ({
    title: 'Not for sale yet',
    description: `${d.product} has no price yet. Please take it out of your cart, or talk to us.`,
  }),
  'payment-too-small': (d) => ({
    title: 'Too little to pay online',
    description: `This order comes to ${amount(d.amount)}, and the smallest amount that can be paid online is ${amount(SMALLEST_PAYMENT)}. Please add something to your cart, or pay without the code.`,
  }),
  'provider-unreachable': {
    title: 'Payment failed',
    description:
      'We could not reach the payment service. Nothing was charged. Please try again in a minute.',
  },
  'provider-refused': { title: 'Payment failed', description: 'Failed to initiate payment' },
  'payments-off': {
    title: 'Online payment is off',
    description:
      'This shop takes no payments online at the moment. Nothing was charged, and your cart is kept.',
  },
  unavailable: {
    title: 'Please try again in a minute',
    description:
      'The shop cannot read or write its books at the moment. Please try again in a minute.',
  },
  // Newsletter and tracking
  'newsletter-joined': {
    title: 'Almost there',
    description: 'We have sent you an email. Tap the link in it and you are on the list.',
  },
  'newsletter-confirmed': {
    title: 'You are on the list',
    description: 'We write when there is something worth wearing.',
  },
  'newsletter-left': { title: 'You have left the list', description: 'We will not write again.' },
  'newsletter-link-unknown': {
    title: 'That link does not work',
    description: 'Please sign up again below.',
  },
  'email-invalid': {
    title: 'Please check the email address',
    description: 'It should look like name@example.com.',
  },
  'order-not-found': {
    title: 'Order not found',
    description: 'We found no order with that number and email. Please check both.',
  },
  'order-not-cancellable': {
    title: 'Order not cancelled',
    description: 'This order is already paid or closed. Please ask us for help with it.',
  },
  'order-not-waiting': {
    title: 'Order not waiting',
    description: 'This order is paid or closed by now. You find it under My Orders.',
  },
  'order-cancelled': { title: 'Order cancelled', description: 'Nothing was charged for it.' },
  // Pictures
  'picture-too-large': {
    title: 'Error',
    description: 'Failed to upload image: it is larger than 15 MB. Please choose a smaller one.',
  },
  'picture-too-many-pixels': {
    title: 'Error',
    description:
      'Failed to upload image: it has more than 50 megapixels. Please choose a smaller one.',
  },
  'picture-unreadable': {
    title: 'Error',
    description:
      'Failed to upload image: it is no JPEG, PNG, WebP, AVIF or GIF picture that we can read.',
  },
  // Back office
  'edited-meanwhile': {
    title: 'Somebody else saved first',
    description: 'Nothing of yours is saved yet. Look at both and decide.',
  },
  'not-found': { title: 'Error', description: 'This is no longer there. Please reload the list.' },
  'order-status-changed': (d) => ({
    title: 'Order updated',
    description: d.message ?? 'The order has a new status.',
  }),
  'order-status-failed': (d) => ({
    title: 'Error',
    description: d.message ?? 'Failed to update order status',
  }),
  'order-stock-gone': (d) => ({
    title: 'Error',
    description: `Failed to update order status: only ${formatAmount(d.available ?? 0)} of ${d.product ?? 'a product'} are left. Receive stock first, or keep the order cancelled.`,
  }),
  'order-handled': { title: 'Order marked as handled' },
  'parked-done': { title: 'Done', description: 'Your note is kept with it.' },
  'parked-handled': {
    title: 'Done already',
    description: 'Somebody else has seen to it meanwhile. Your note was not kept.',
  },
  'parked-note-missing': {
    title: 'Error',
    description: 'Please write in a few words what you found and did.',
  },
  'provider-not-asked': {
    title: 'Error',
    description: 'The provider could not be asked. Please try again in a minute.',
  },
  'provider-asked': (d) => ({ title: 'The provider was asked', description: d.message ?? '' }),
  'product-added': { title: 'Product added successfully!' },
  'product-adding-failed': (d) => ({
    title: 'Error',
    description: d.message ?? 'Failed to add product',
  }),
  'product-updated': { title: 'Product updated successfully!' },
  'product-updating-failed': (d) => ({
    title: 'Error',
    description: d.message ?? 'Failed to update product',
  }),
  'product-deleted': { title: 'Product deleted successfully' },
  'product-archived': (d) => ({
    title: 'Product archived',
    description: `${d.product ?? 'It'} was sold or delivered before, so it is kept for old orders and hidden from the shop.`,
  }),
  'product-restored': (d) => ({
    title: 'Product restored',
    description: `${d.product ?? 'It'} is inactive until you switch it on.`,
  }),
  'products-changed': (d) => ({ title: d.message ?? 'Products updated' }),
  'product-changed-since': {
    title: 'Not undone',
    description: 'It was changed again meanwhile, so it stays as it is.',
  },
  'product-deleting-failed': { title: 'Error', description: 'Failed to delete product' },
  'product-missing': { title: 'Error', description: 'Product not found' },
  'images-failed': { title: 'Error', description: 'Failed to upload images' },
  'image-failed': { title: 'Error', description: 'Failed to upload image' },
  'upload-cut': {
    title: 'Error',
    description: 'Failed to upload image: it did not arrive whole. Please try again.',
  },
  'upload-lost': {
    title: 'Error',
    description: 'Failed to upload image. No connection: please try again in a moment.',
  },
  'upload-signed-out': {
    title: 'Error',
    description: 'You are signed out. Sign in again in another tab, then choose the image again.',
  },
  'stock-changed': (d) => ({ title: 'Stock updated', description: d.message ?? '' }),
  'stock-below-zero': (d) => ({
    title: 'Error',
    description: `Only ${formatAmount(d.available ?? 0)} are on the shelf, so no more can be taken off. Nothing was changed.`,
  }),
  'category-saved': { title: 'Category saved' },
  'category-deleted': { title: 'Category deleted' },
  'category-in-use': {
    title: 'Error',
    description: 'It still holds products or subcategories. Move them first, or switch it off.',
  },
  'category-slug-taken': {
    title: 'Error',
    description: 'Another category has this address. Please choose another.',
  },
  'category-has-children': {
    title: 'Error',
    description: 'It has subcategories of its own, so it cannot be a subcategory. Move them first.',
  },
  'category-parent-gone': {
    title: 'Error',
    description: 'That category takes no subcategories. Please choose another.',
  },
  'category-picture-gone': {
    title: 'Error',
    description: 'That picture is no longer there. Please choose it again.',
  },
  'categories-reordered': {
    title: 'Somebody else was quicker',
    description: 'The order has changed meanwhile. Please look at it and move again.',
  },
  'category-failed': { title: 'Error', description: 'Failed to save category' },
  'banner-created': { title: 'Banner created successfully' },
  'banner-updated': { title: 'Banner updated successfully' },
  'banner-deleted': { title: 'Banner deleted successfully' },
  'banner-creating-failed': { title: 'Error', description: 'Failed to create banner' },
  'banner-updating-failed': { title: 'Error', description: 'Failed to update banner' },
  'banner-deleting-failed': { title: 'Error', description: 'Failed to delete banner' },
  'banner-picture-gone': {
    title: 'Error',
    description: 'That picture is no longer there. Please choose it again.',
  },
  'discount-created': { title: 'Discount code created successfully' },
  'discount-updated': { title: 'Discount code updated successfully' },
  'discount-deleted': { title: 'Discount code deleted successfully' },
  'discount-copied': { title: 'Copied!', description: 'Discount code copied to clipboard.' },
  'discount-saving-failed': (d) => ({
    title: 'Error',
    description: d.message ?? 'Failed to save discount code',
  }),
  'discount-deleting-failed': { title: 'Error', description: 'Failed to delete discount code' },
  'discount-taken': { title: 'Error', description: 'There is a code like that already.' },
  'discount-below-used': (d) => ({
    title: 'Error',
    description: `It was used ${formatAmount(d.available ?? 0)} times already: allow at least as many, or leave it empty for no limit.`,
  }),
  'copying-failed': {
    title: 'Error',
    description: 'Your browser does not let us copy. Please select the code and copy it.',
  },
  'role-changed': (d) => ({ title: 'Role changed', description: d.message ?? '' }),
  'role-changing-failed': { title: 'Error', description: 'Failed to change the role' },
  'person-signed-out': (d) => ({ title: 'Signed out', description: d.message ?? '' }),
  'signing-out-failed': { title: 'Error', description: 'Failed to sign this person out' },
  'role-not-allowed': {
    title: 'Error',
    description: 'Only a super admin grants and revokes roles.',
  },
  'last-super-admin': {
    title: 'Error',
    description: 'This is the last super admin. Make somebody else one first.',
  },
  'person-not-found': { title: 'Error', description: 'There is no account like that.' },
  // Till
  'pos-empty-cart': { title: 'Empty Cart', description: 'Add a product before taking payment.' },
  'pos-stock': (d) => ({
    title: 'Insufficient Stock',
    description: `Only ${formatAmount(d.available ?? 0)} units available`,
  }),
  'pos-cash': (d) => ({
    title: 'Insufficient Cash',
    description: `Customer must pay at least ${amount(d.amount)}`,
  }),
  'pos-failed': (d) => ({
    title: 'Sale Failed',
    description: d.message ?? 'Failed to process sale',
  }),
  'pos-discount': (d) => ({
    title: 'Discount Not Allowed',
    description: `You may take off up to ${formatAmount(d.amount ?? 0)} % of a sale. Ask an admin to approve more.`,
  }),
  'pos-discount-bad': {
    title: 'Discount Not Allowed',
    description: 'A discount is whole kwacha, from 0 to the price of what it is taken off.',
  },
  'pos-cash-part': {
    title: 'Sale Failed',
    description: 'The part in cash must be whole kwacha and less than the total.',
  },
  'pos-too-small': {
    title: 'Sale Failed',
    description:
      'The smallest amount that can be paid by mobile money is MK\u00a050. Please take this one in cash.',
  },
  'pos-payments-off': {
    title: 'Sale Failed',
    description: 'This shop takes no mobile money at the moment. Please take cash.',
  },
  'pos-shift': {
    title: 'Sale Failed',
    description:
      'The server does not know this shift as open at this till. Wait until the till has sent what it has, or open a shift.',
  },
  'pos-not-waiting': {
    title: 'Not waiting',
    description: 'This sale is paid or closed by now. Please look at it again.',
  },
  'pos-sale-not-found': {
    title: 'Sale not found',
    description: 'The till has no sale with that number.',
  },
  'pos-phone-paid': {
    title: 'Thank you for your purchase!',
    description: 'Your payment has arrived. The till in the shop knows it already.',
  },
  'pos-phone-waiting': {
    title: 'Thank you',
    description:
      'Please look at the till in the shop: it says as soon as your payment has arrived.',
  },
  'pos-phone-failed': {
    title: 'Not paid',
    description:
      'Nothing was charged on that try. The till in the shop shows the code to try again.',
  },
  'pin-password': {
    title: 'PIN not set',
    description: 'That is not the password of your account. Please try again.',
  },
  'pin-password-missing': {
    title: 'PIN not set',
    description: 'You signed in a while ago: please type your password as well.',
  },
  'pin-unset': {
    title: 'Not approved',
    description: 'This person has set no PIN yet. They can do so at any till, signed in.',
  },
  'pin-renew': {
    title: 'Not approved',
    description:
      'This person’s PIN approves nothing yet. They set it anew at a till, signed in, with 6 to 8 digits.',
  },
  'pin-used-up': {
    title: 'Not approved',
    description:
      'Too many wrong PINs were tried. This person sets a new PIN at a till, signed in, before it approves anything.',
  },
  'approval-not-allowed': {
    title: 'Not approved',
    description: 'This person may not approve so much.',
  },
  'pos-print': { title: 'Print Error', description: 'Please allow popups to print receipts' },
  'pos-print-late': {
    title: 'Print Error',
    description: 'The receipt’s window did not open. Please print it again.',
  },
  'pos-printer-silent': {
    title: 'Print Error',
    description:
      'The printer does not answer. Check that it is on and has paper, then print again.',
  },
  'pos-printer-away': {
    title: 'Print Error',
    description: 'The printer is not connected. Plug it in and print again, or choose another.',
  },
  'pos-printer-held': {
    title: 'Print Error',
    description:
      'The browser may not use this printer: another program or its own driver holds it. Receipts can still be printed in a window.',
  },
  'till-not-this-device': {
    title: 'Not this till',
    description: 'This device does not stand for that till. Choose a till first.',
  },
  'till-taken': {
    title: 'This till is in use',
    description:
      'Another device stands for it. Choose another name, or ask an admin to take it over.',
  },
  'till-many': (d) => ({
    title: 'Too many tills',
    description: `${d.available ?? 'Very many'} are in use. An admin can retire one on the Shifts page.`,
  }),
  'till-name-taken': {
    title: 'Name not changed',
    description: 'Another till has this name. Please choose another one.',
  },
  'till-rename-denied': {
    title: 'Name not changed',
    description: 'Only an admin gives a till another name.',
  },
  'till-unsent': (d) => ({
    title: 'Not everything is sent',
    description: `${d.available === 1 ? '1 entry is' : `${formatAmount(d.available ?? 0)} entries are`} still on this device only. Wait for the network, or save them to a file first.`,
  }),
  'till-storage-full': {
    title: 'This device is full',
    description: 'No sale can be kept safely. Free some space on it, then try again.',
  },
  'till-storage-refused': {
    title: 'This browser keeps nothing',
    description:
      'No sale can be kept safely. Leave private browsing, or allow storage for this site.',
  },
  'shift-abandoned': {
    title: 'Shift closed',
    description: 'Its drawer was not counted. What the till still sends of it waits for a person.',
  },
  'shift-closed-already': {
    title: 'Shift not closed',
    description: 'It was closed meanwhile. Please look at it again.',
  },
  'till-retired': (d) => ({
    title: 'Till retired',
    description: `${d.product ?? 'It'} can be brought back. Its sales and shifts are kept.`,
  }),
  'till-restored': (d) => ({
    title: 'Till brought back',
    description: `Choose ${d.product ?? 'it'} on the device that is to stand for it.`,
  }),
  'till-has-shift': {
    title: 'Till not retired',
    description: 'A shift is open at it. Close the shift first.',
  },
  'till-acting-failed': { title: 'Error', description: 'That was not done. Please try again.' },
  'till-offline': {
    title: 'No connection',
    description: 'This needs the network. Please try again when it is back.',
  },
  'till-signed-out': {
    title: 'Signed out',
    description: 'Please sign in again. Nothing is lost meanwhile.',
  },
  'till-no-shift': { title: 'No shift is open', description: 'Open a shift first.' },
  'till-shift-open': { title: 'A shift is open', description: 'Close it first.' },
  'till-pin-bad': { title: 'PIN not set', description: 'A PIN has 4 to 8 digits.' },
  'till-pin-short': {
    title: 'PIN too short',
    description: 'Who may approve discounts and refunds needs a PIN of 6 to 8 digits.',
  },
  'till-pin-wrong': { title: 'Wrong PIN', description: 'The PIN is wrong. Please try again.' },
  'till-pin-missing': {
    title: 'No PIN on this device',
    description: 'Set a PIN first, while there is a network.',
  },
  'till-pin-wait': (d) => ({
    title: 'Too many wrong PINs',
    description: `Please wait ${d.minutes && d.minutes > 1 ? `${d.minutes} minutes` : 'a minute'}.`,
  }),
  'till-discount': {
    title: 'Discount too large',
    description: 'Somebody who may has to approve it with a PIN.',
  },
  'till-refund': {
    title: 'Refund too large',
    description: 'Somebody who may has to approve it with a PIN.',
  },
  'till-approval-again': {
    title: 'Approve the discount again',
    description: 'The basket has changed since it was approved.',
  },
  'till-file-unreadable': {
    title: 'File not loaded',
    description: 'It is no file of unsent sales, or it is damaged.',
  },
  'till-code-unknown': (d) => ({
    title: 'Unknown barcode',
    description: `No product has the code ${d.code}. Nothing was added.`,
  }),
  'till-scan-covered': {
    title: 'Not added',
    description: 'Close this window first, then scan again.',
  },
  'till-refused': (d) => ({
    title: d.title ?? 'Error',
    description: d.message ?? 'Please try again.',
  }),
  // General
  'bad-form': (d) => ({
    title: 'Error',
    description: d.message ?? 'Please check the form and try again.',
  }),
  unexpected: {
    title: 'Error',
    description: 'Something went wrong on our side. Please try again.',
  },
} satisfies Record<string, Entry>

export type Reason = keyof typeof CATALOGUE
export const REASONS = Object.keys(CATALOGUE) as Reason[]
/** Whether a word that came from elsewhere is a reason of ours. */
export const isReason = (word: string | undefined): word is Reason =>
  word !== undefined && Object.hasOwn(CATALOGUE, word)
/** A refusal as modules return it. */
export type Refusal = Details & { ok: false; reason: Reason }

/** The shop's words for a reason. */
export function wordsFor(reason: Reason, details: Details = {}): Words {
  const entry: Entry = CATALOGUE[reason]
  return typeof entry === 'function' ? entry(details) : entry
}
