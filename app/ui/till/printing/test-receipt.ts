import { formatReceiptTime, type Receipt } from '../../../rules/till/receipt.ts'

/** A slip that tests paper width, edges and barcode. */
export const testReceipt = (now: Date): Receipt => ({
  title: 'TEST',
  number: 'TEST-000123',
  facts: [{ label: 'Date', value: formatReceiptTime(now) }],
  lines: [],
  sums: [
    [
      { label: 'Left edge', value: 'right edge' },
      { label: 'TALL', value: 'MK 1,234,567', isTotal: true },
    ],
  ],
  notes: null,
  closing: ['If every line fits and the barcode scans, this printer is ready.'],
  isReprint: false,
})
