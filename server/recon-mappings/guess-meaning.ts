import type { MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { RecordType } from '#contract/recon-records.ts'

/** What the commoner words of types mean; others are to be assigned by a person. */
const words: Readonly<Record<string, RecordType>> = {
  payment: 'payment', sale: 'payment', charge: 'payment', capture: 'payment', settled: 'payment', captured: 'payment',
  success: 'payment', succeeded: 'payment', successful: 'payment', paid: 'payment', completed: 'payment',
  refund: 'refund', refunded: 'refund', refundreversal: 'refund_reversal', chargeback: 'chargeback', dispute: 'chargeback',
  chargebackreversal: 'chargeback_reversal', chargebackreversed: 'chargeback_reversal', disputereversal: 'chargeback_reversal',
  fee: 'fee', fees: 'fee', adjustment: 'adjustment', conversion: 'conversion', transfer: 'transfer', reserve: 'reserve',
  payout: 'payout', settlement: 'payout', withdrawal: 'payout',
} // prettier-ignore
const ignored: ReadonlySet<string> = new Set([
  'failed',
  'failure',
  'declined',
  'pending',
  'cancelled',
  'canceled',
  'expired',
  'error',
])

/** A word without its case, blanks and marks. */
const wordKey = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The proposed meaning of a word; null where a person has to say. */
export function guessMeaning(word: string, type: MappingFileType): RecordType | 'ignored' | null {
  const key = wordKey(word)
  if (type === 'recon') return words[key] ?? null
  if (ignored.has(key)) return 'ignored'
  const meaning = words[key]
  return meaning === 'payment' || meaning === 'refund' ? meaning : null
}
