import type { Messages } from '../message.ts'
import { shortSaleStatuses } from './short-sales.ts'

/** Refusals of exchanges and returns at the till. */
export const exchangeRefusals = {
  'till-exchange-open': {
    title: 'An exchange is in the cart',
    description: 'Finish it, or take it off, before the next one.',
  },
  'till-exchange-code': {
    title: 'One code at a time',
    description:
      'A voucher has paid for what comes back, and goes on paying. Take the rest in cash or by mobile money.',
  },
  'till-exchange-cash': {
    title: 'Not by mobile money',
    description:
      'The server was asked to take it back for cash. Take the difference in cash, or by a voucher.',
  },
  'till-exchange-later': {
    title: 'Not by mobile money just now',
    description:
      'The shop’s server is being updated, or did not answer. Try again in a few minutes, or take the difference in cash.',
  },
  'till-exchange-changed': {
    title: 'It cannot come back like this',
    description:
      'Some of it has come back already, or is worth something else by now. Take the exchange off the cart and look for the receipt or the order again.',
  },
  'till-exchange-first': {
    title: 'Not taken back yet',
    description: 'The server has to take back what was ordered online first.',
  },
  'till-exchange-owed': {
    title: 'An exchange is not finished',
    description:
      'The server was asked to take back what was ordered online, for a sale that is open or held here. Resume it, and finish it or give the cash back.',
  },
  'till-exchange-unclear': {
    title: 'Perhaps taken back already',
    description:
      'The server was asked to take back what was ordered online, and its answer was lost. Try again with a connection.',
  },
  'till-return-unclear': {
    title: 'A return has no answer yet',
    description:
      'The server was asked to take back what was ordered online, and its answer was lost. Above the cart you learn what became of it.',
  },
  'till-exchange-shift': {
    title: 'Of another shift',
    description:
      'By the books the cash for what came back is out of the drawer of an earlier shift. Give it back in cash, and sell this by itself.',
  },
} satisfies Messages

export const exchangeStatuses = {
  'till-credit-over': 409,
  'till-exchange-open': 400,
  'till-exchange-code': 400,
  'till-exchange-cash': 400,
  'till-exchange-later': 400,
  'till-exchange-changed': 409,
  'till-exchange-first': 400,
  'till-exchange-owed': 400,
  'till-exchange-shift': 400,
  'till-exchange-unclear': 400,
  'till-return-unclear': 400,
  ...shortSaleStatuses,
} as const
