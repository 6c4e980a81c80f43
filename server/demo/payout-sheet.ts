import { createHash } from 'node:crypto'
import type { Actor, Ctx } from '#server/kit/ctx.ts'
import { takeSheet } from '#server/payout-batches/batch.ts'
import { linesOf } from '#server/payout-batches/lines.ts'
import { makeSome } from '#server/payout-batches/make.ts'
import { verify, type PayoutPeople } from './payout-people.ts'

/** Who is paid by the sheet, how much in major units and for what. The last is nobody that is known. */
const rows = [
  ['Straits Logistics', 1_480.5, 'Freight of the week'],
  ['Minji Kim', 2_120, 'Design of the autumn pages'],
  ['Nordlicht Software', 960, 'Licences for ten seats'],
  ['Gulf Marine Supplies', 1_275.25, 'Packing material'],
  ['Harbor Bakery', 84.9, 'Team breakfast'],
] as const

interface From {
  account: string
  currency: string
  people: PayoutPeople
}

/**
 * A sheet with titles of its own, of an hour ago: its last row is refused, the other payouts are verified and wait for their
 * approval. Its titles are remembered.
 */
export async function seedPayoutSheet(ctx: Ctx, { account, currency, people }: From): Promise<void> {
  const as = (actor: Actor, minutesAgo: number) =>
    ctx.with({ now: new Date(ctx.now.getTime() - minutesAgo * 60_000), actor })
  const maker = as(people.maker, 60)
  const sheet = [['Payee', 'Sum', 'Note'], ...rows.map((row) => row.map(String))]
  const digest = createHash('sha256').update(JSON.stringify(sheet)).digest()
  const file = { fileName: 'suppliers.csv', format: 'csv', encoding: 'utf-8', separator: ',' } as const
  const reading = {
    mapping: JSON.stringify({ BeneficiaryName: 'Payee', Amount: 'Sum', Remark: 'Note' }),
    defaults: JSON.stringify({ VirtualAccount: account, Currency: currency }),
  }
  const read = { ...file, ...linesOf(sheet, digest) }
  const batchId = await takeSheet(maker, read, { body: { dry_run: 'false', ...reading } })
  const goesOn = () => makeSome((work) => work(maker), batchId, () => false) // prettier-ignore
  while (await goesOn()) continue
  const made = await ctx.own.select('payouts').selectAll().where('batch_id', '=', batchId).execute()
  for (const payout of made) await verify(as(people.verifier, 20), payout)
}
