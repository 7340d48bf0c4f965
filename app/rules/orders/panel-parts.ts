import type { WaitingState } from './orders.ts'

/** The parts of an order's panel, chosen by the address; each part reads only its own data. */
export const PANEL_PARTS = ['order', 'messages', 'returns', 'money', 'history'] as const
export type PanelPart = (typeof PANEL_PARTS)[number]

/** The part that an order opens with: it follows the filter of the list; otherwise the packing part. */
export const firstPart = (asked: {
  messages: unknown
  waiting: WaitingState | null
}): PanelPart => {
  if (asked.messages) return 'messages'
  if (asked.waiting === 'returns') return 'returns'
  return asked.waiting === 'refunds' ? 'money' : 'order'
}
