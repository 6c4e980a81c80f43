import {
  exceptionSheetColumns,
  sheetActs,
  sheetFilled,
  sheetShown,
  type exportReconExceptions,
} from '#contract/recon-exception-sheets.ts'
import type { Input } from '#contract/kit/call.ts'
import { amountWithCurrency } from '#server/fees/amounts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportOf, Made } from '#server/kit/http/export-of.ts'
import { outcomes } from '#server/recon-records/outcome-list.ts'
import { agesOf } from '../ages.ts'
import { conditionsOf, ownersOf } from '../exceptions.ts'
import { knownOf, type Known } from './known.ts'
import { rowKeyText } from './row-key.ts'
import { peopleOf, sheetWords } from './sheet-words.ts'

type Asked = Input<typeof exportReconExceptions>['body']
type Owner = NonNullable<Awaited<ReturnType<typeof ownersOf>> extends Map<string, infer One> ? One : never>

/** Exceptions as a sheet to decide in. What is known of each is read for the next rows at once, in the snapshot of the rows. */
export async function exportedExceptions(ctx: Ctx, { body }: { body: Asked }): Promise<ExportOf<Asked>> {
  const words = sheetWords(body.language)
  const conditions = await conditionsOf(ctx, body)
  const [ages, people] = [await agesOf(ctx), await peopleOf(ctx)]
  let known = new Map<string, Known>()
  let owners = new Map<string, Owner>()
  const ofRow = (text: (known: Known, owner: Owner | undefined) => string): Made => ({
    from: ['record_ref'],
    text([ref = '']) {
      const found = known.get(ref)
      return found ? text(found, owners.get(`${found.lead.msm_id}.${found.lead.group_id}`)) : ''
    },
  })
  const aged = (text: (age: number) => string): Made => ({
    from: ['transaction_date', 'settlement_date'],
    text: ([day, booked]) => text(ages.of(day || booked || null)),
  })
  return {
    columns: exceptionSheetColumns,
    list: outcomes,
    conditions: () => conditions,
    further: [...sheetShown, ...sheetFilled].map((key) => ({ key, title: words('columns', key), kind: 'text' })),
    made: {
      age: { ...aged(String), isNumber: true },
      age_bucket: aged(ages.bucketOf),
      owner_name: ofRow((_, owner) => owner?.owner_name ?? ''),
      owner_due_on: ofRow((_, owner) => owner?.due_on ?? ''),
      suggested_with: ofRow(({ lead, partners }) => partners.filter(({ side }) => side !== lead.side).map(({ amount, currency }) => amountWithCurrency(amount ?? '', currency)).join(', ')),
      waits_for: ofRow(({ waiting }) => (waiting ? words('exceptionSheet', 'waits', { act: words('sheetActs', waiting.act), name: waiting.proposed_name }) : '')),
      sheet_key: ofRow(({ lead, digest }) => rowKeyText({ recordRef: lead.record_ref, digest, madeAt: ctx.now })),
    },
    worded: { age_bucket: { from: ['transaction_date', 'settlement_date'], text: ([day, booked], by) => by.words('reconAges', ages.bucketOf(ages.of(day || booked || null))) } },
    fillIn: {
      name: words('exceptionSheet', 'choices').slice(0, 31),
      choices: {
        sheet_act: sheetActs.map((act) => words('sheetActs', act)),
        sheet_reason: [],
        sheet_until: [],
        sheet_owner: [words('exceptionSheet', 'nobody'), ...people.texts],
      },
    },
    ahead: {
      from: ['record_ref', 'group_id'],
      close: async () => {},
      async fetch(rows) {
        known = await knownOf(ctx, rows.map(([ref = '']) => ref))
        owners = await ownersOf(ctx, rows.map(([, group = '']) => group))
      },
    },
  }
} // prettier-ignore
