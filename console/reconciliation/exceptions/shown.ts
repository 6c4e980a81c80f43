import { z } from 'zod'
import { ShownRecord } from '#contract/recon-decision-shapes.ts'
import type { ReconProposal } from '#contract/recon-proposals.ts'
import { sumOfTexts } from '../fees/decimal-sums.ts'

const text = z.string()
/** The numbers of a decision about records, and those of one about a settlement, as the server keeps them. */
const OfRecords = z.object({ status: text, amount_off: text, fee_off: text, tax_off: text, records: z.array(ShownRecord) }) // prettier-ignore
const OfSettlement = z.object({ batch: text, computed: text, payout: text.nullable(), proof: text.nullable() })

type Proposed = Pick<ReconProposal, 'shown' | 'currency'>
interface Shown {
  /** What the records were when it was proposed; empty of a settlement. */
  status: string
  difference: string
  currency: string
  records: ShownRecord[]
}
/** The numbers that a proposal was made on. What nothing matches differs by all that it is. */
export function shownOf({ shown, currency }: Proposed): Shown {
  const { data } = OfRecords.safeParse(shown)
  if (!data) return { status: '', difference: settlementOf({ shown, currency })?.proof ?? '0', currency, records: [] }
  const { status, amount_off, fee_off, tax_off, records } = data
  const off = sumOfTexts([amount_off, fee_off, tax_off])
  return { status, difference: off === '0' ? sumOfTexts(records.map(({ amount }) => amount)) : off, currency, records }
} // prettier-ignore
export const settlementOf = ({ shown }: Proposed): z.output<typeof OfSettlement> | undefined =>
  OfSettlement.safeParse(shown).data
