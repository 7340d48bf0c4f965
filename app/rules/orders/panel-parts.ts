import type { WaitingState } from './orders.ts'

/** What the panel of an order shows at a time, by its address; each reads only what it shows. */
export const PANEL_PARTS = ['order', 'messages', 'returns', 'money', 'history'] as const
export type PanelPart = (typeof PANEL_PARTS)[number]

/** Which part an order opens with: what the list beside it is narrowed to, else what it is packed and sent by. */
export const firstPart = (asked: {
  messages: unknown
  waiting: WaitingState | null
}): PanelPart => {
  if (asked.messages) return 'messages'
  if (asked.waiting === 'returns') return 'returns'
  return asked.waiting === 'refunds' ? 'money' : 'order'
}
