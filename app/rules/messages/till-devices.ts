import { formatAmount } from '../money.ts'
import { formatMinutes, type Messages } from './message.ts'

/** Refusals of tills, their shifts, PINs and printers. */
export const tillDeviceRefusals = {
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
  'till-name-taken': {
    title: 'Name not changed',
    description: 'Another till has this name. Please choose another one.',
  },
  'till-rename-denied': {
    title: 'Name not changed',
    description: 'Only an admin gives a till another name.',
  },
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
