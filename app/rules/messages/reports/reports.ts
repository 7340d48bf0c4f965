import type { Messages } from '../message.ts'

/** Notices of the dashboard's work list. */
export const reportNotices = {
  'email-again': {
    title: 'The email is sent again',
    description: 'It stands here again if it still cannot be delivered.',
  },
  'email-aside': { title: 'The email is set aside', description: 'Nobody will get it.' },
} satisfies Messages
