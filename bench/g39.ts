import { asOwner } from './as-owner.ts'
import type { Looped } from './closed-loop.ts'
import { fillToCut, toCut, uncut } from './cut-volume.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { PayLoad } from './pay-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { withoutVacuum } from './rows-left.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'

/** One shopper after the other: with the cut, that is what two cores have room for. */
const connections = 1
export const title = `G39 a settlement of ${toCut.count.toLocaleString('en')} payments cut by a worker, against the same statements by hand in one transaction; and the p95 of payments of the same merchant meanwhile`

/** The settlement is cut, and made open again, round by round. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const merchantId = await fillToCut(ownerUrl)
  const [worker, api, load] = await Promise.all([
    startProcess('cut-worker.ts', { ownerUrl, merchantId }),
    startProcess<{ url: string }>('pay-api.ts', { ownerUrl }),
    startProcess('pay-load.ts', null),
  ])
  const session = await signIn(api.ready.url, toCut.slug)
  const pay = (forSeconds: number) =>
    load.ask<Looped>({ url: api.ready.url, session, currency: toCut.currency, connections, seconds: forSeconds } satisfies PayLoad)
  const prepare = () => uncut(ownerUrl, merchantId)
  const cut = async (byHand: boolean): Promise<number> => (await worker.ask<{ seconds: number }>({ byHand })).seconds
  const left: Record<string, string> = {}
  const measured = (byHand: boolean) => async () => {
    await prepare()
    const took = await cut(byHand)
    left[byHand ? 'hand' : 'ours'] = await figures(ownerUrl, merchantId)
    return took
  }
  try {
    const results = await withoutVacuum(ownerUrl, () =>
      interleave({ hand: measured(true), ours: measured(false) }, rounds),
    )
    if (left['ours'] !== left['hand']) throw new Error(`not the same: by hand ${left['hand']}, ours ${left['ours']}`)
    await pay(seconds)
    const alone: number[] = []
    const meanwhile: number[] = []
    for (let round = 0; round < rounds; round++) {
      await prepare()
      const forSeconds = median(results.ours)
      alone.push((await pay(forSeconds)).p95Ms)
      const [payments] = await Promise.all([pay(forSeconds), cut(false)])
      meanwhile.push(payments.p95Ms)
    }
    return lines(results, { alone, meanwhile })
  } finally {
    await uncut(ownerUrl, merchantId)
    await Promise.all([worker.stop(), api.stop(), load.stop()])
  }
} // prettier-ignore

/** What the settlement and the rows that it left come to. */
async function figures(ownerUrl: string, merchantId: string): Promise<string> {
  const [row] = await asOwner<{ said: string }>(
    ownerUrl,
    `select concat_ws(' ', status, txn_count, net_sc, net_bc, rounding_bc, reserve_credit_bc, (select count(*) from remittance_items i where i.merchant_id = $1),
       (select string_agg(account || ' ' || amount_minor, ', ' order by account, amount_minor) from ledger_entries e join ledger_transfers t using (merchant_id, environment, transfer_id)
         where e.merchant_id = $1 and t.kind = 'remittance.cut'),
       (select concat_ws(' ', count(*), sum(amount_minor), max(balance_minor)) from reserve_movements m where m.merchant_id = $1),
       (select count(*) from payments p where p.merchant_id = $1 and p.remit_status = 'IN_SETTLEMENT')) as said
     from remittances where merchant_id = $1 and settlement_ref = 'CUT'`,
    [merchantId],
  )
  return row?.said ?? ''
}

function lines(
  { hand, ours }: Record<'hand' | 'ours', number[]>,
  p95: { alone: number[]; meanwhile: number[] },
): Line[] {
  const [time, seconds] = [ratioOf(ours, hand, (took) => took), median(ours)]
  const slower = ratioOf(p95.meanwhile, p95.alone, (ms) => ms)
  return [
    { what: 'by hand', value: `${median(hand).toFixed(2)} s` },
    {
      what: 'ours',
      value: `${seconds.toFixed(2)} s`,
      goal: { measured: seconds, goal: 10, better: 'less', unit: ' s' },
    },
    { what: 'ours / by hand', value: time.toFixed(2), goal: { measured: time, goal: 1.5, better: 'less' } },
    {
      what: 'p95 of payments meanwhile / alone',
      value: `${median(p95.meanwhile).toFixed(1)} / ${median(p95.alone).toFixed(1)} ms = ${slower.toFixed(2)}`,
      goal: { measured: slower, goal: 1.5, better: 'less' },
    },
  ]
}
