import { formatAmount } from '../../money.ts'
import { error, formatMinutes, type Messages, titled } from '../message.ts'

const notApproved = titled('Not approved')
const printError = titled('Print Error')
const pinNotSet = titled('PIN not set')
const nameNotChanged = titled('Name not changed')

/** Refusals of tills, their shifts, PINs and printers. */
export const tillDeviceRefusals = {
  'pin-password': pinNotSet('That is not the password of your account. Please try again.'),
  'pin-password-missing': pinNotSet(
    'You signed in a while ago: please type your password as well.',
  ),
  'pin-unset': notApproved(
    'This person has set no PIN yet. They can do so at any till, signed in.',
  ),
  'pin-renew': notApproved(
    'This person’s PIN approves nothing yet. They set it anew at a till, signed in, with 6 to 8 digits.',
  ),
  'pin-used-up': notApproved(
    'Too many wrong PINs were tried. This person sets a new PIN at a till, signed in, before it approves anything.',
  ),
  'approval-not-allowed': notApproved('This person may not approve so much.'),
  'till-not-this-device': {
    title: 'Not this till',
    description: 'This device does not stand for that till. Choose a till first.',
  },
  'till-taken': {
    title: 'This till is in use',
    description:
      'Another device stands for it. Choose another name, or ask an admin to take it over.',
  },
  'till-many': ({ available }: { available: number }) => ({
    title: 'Too many tills',
    description: `${available} are in use. An admin can retire one on the Shifts page.`,
  }),
  'till-name-taken': nameNotChanged('Another till has this name. Please choose another one.'),
  'till-rename-denied': nameNotChanged('Only an admin gives a till another name.'),
  'till-unsent': ({ available }: { available: number }) => ({
    title: 'Not everything is sent',
    description: `${available === 1 ? '1 entry is' : `${formatAmount(available)} entries are`} still on this device only. Wait for the network, or save them to a file first.`,
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
  'shift-closed-already': {
    title: 'Shift not closed',
    description: 'It was closed meanwhile. Please look at it again.',
  },
  'till-has-shift': {
    title: 'Till not retired',
    description: 'A shift is open at it. Close the shift first.',
  },
  'till-acting-failed': error('That was not done. Please try again.'),
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
  'till-pin-bad': pinNotSet('A PIN has 4 to 8 digits.'),
  'till-pin-short': {
    title: 'PIN too short',
    description: 'Who may approve discounts and refunds needs a PIN of 6 to 8 digits.',
  },
  'till-pin-wrong': { title: 'Wrong PIN', description: 'The PIN is wrong. Please try again.' },
  'till-pin-missing': {
    title: 'No PIN on this device',
    description: 'Set a PIN first, while there is a network.',
  },
  'till-pin-wait': ({ minutes }: { minutes: number }) => ({
    title: 'Too many wrong PINs',
    description: `Please wait ${formatMinutes(minutes)}.`,
  }),
  'till-file-unreadable': {
    title: 'File not loaded',
    description: 'It is no file of unsent sales, or it is damaged.',
  },
  'till-refused': ({
    title = 'Error',
    message = 'Please try again.',
  }: {
    title?: string
    message?: string
  }) => ({
    title,
    description: message,
  }),
  'pos-print': printError('Please allow popups to print receipts'),
  'pos-print-late': printError('The receipt’s window did not open. Please print it again.'),
  'pos-printer-silent': printError(
    'The printer does not answer. Check that it is on and has paper, then print again.',
  ),
  'pos-printer-away': printError(
    'The printer is not connected. Plug it in and print again, or choose another.',
  ),
  'pos-printer-held': printError(
    'The browser may not use this printer: another program or its own driver holds it. Receipts can still be printed in a window.',
  ),
} satisfies Messages

/** Notices of tills, their shifts, PINs and printers. */
export const tillDeviceNotices = {
  'shift-abandoned': {
    title: 'Shift closed',
    description: 'Its drawer was not counted. What the till still sends of it waits for a person.',
  },
  'till-retired': ({ product }: { product: string }) => ({
    title: 'Till retired',
    description: `${product} can be brought back. Its sales and shifts are kept.`,
  }),
  'till-restored': ({ product }: { product: string }) => ({
    title: 'Till brought back',
    description: `Choose ${product} on the device that is to stand for it.`,
  }),
} satisfies Messages
