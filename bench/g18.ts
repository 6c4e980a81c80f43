import { asOwner } from './as-owner.ts'
import type { Looped } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { PayLoad } from './pay-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

export const title =
  'G18 a payment from link to ledger as in G7, with 20 routing rules of five conditions, against the same without rules'

const currency = 'MYR'
const connections = 32
const warmSeconds = 0.7
/** The machine's speed varies more between rounds than the rules cost. */
const roundsMore = 2

/** The same payments with and without rules, of which only the last one fits. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('pay-api.ts', { ownerUrl })
  const load = await startProcess('pay-load.ts', null)
  const session = await signIn(api.ready.url, payingMerchant)
  const { merchantUuid: merchantId } = session.user
  const payLoad: Omit<PayLoad, 'seconds'> = { url: api.ready.url, session, currency, connections }
  let revision = 0
  const paid = async (withRules: boolean): Promise<Looped> => {
    await forgetRules(ownerUrl, merchantId)
    if (withRules) await writeRules(ownerUrl, merchantId, ++revision)
    await load.ask({ ...payLoad, seconds: warmSeconds })
    return load.ask<Looped>({ ...payLoad, seconds })
  }
  try {
    await load.ask({ ...payLoad, seconds: seconds * 3 })
    const results = await interleave({ without: () => paid(false), with: () => paid(true) }, rounds * roundsMore)
    await expectRouted(ownerUrl, merchantId)
    return lines(results)
  } finally {
    await forgetRules(ownerUrl, merchantId)
    await Promise.all([api.stop(), load.stop()])
  }
}

const conditions = (isFitting: boolean) => ({
  currencies: ['MYR', 'SGD', 'USD'],
  sources: ['payment_link'],
  amount: [{ currency: 'MYR', min: '100', max: '100000000' }],
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  methods: [{ type: isFitting ? 'CARD' : 'WALLET', sub_type: '' }],
})
const channels = [{ channel_key: 'SIMULATOR', method_key: '', rank: 1, weight: 1, is_enabled: true }]

/** Another revision each time, by which the server notices that the rules are others. */
async function writeRules(ownerUrl: string, merchantId: string, revision: number): Promise<void> {
  await asOwner(ownerUrl, `insert into routing_sets values ($1, 'sandbox', $2)`, [merchantId, revision])
  await asOwner(
    ownerUrl,
    `insert into routing_rules (merchant_id, environment, routing_ref, version, name, conditions, channels, is_enabled, is_default,
       position, created_at, updated_at)
     select $1, 'sandbox', 'Route_' || n, 1, 'Rule ' || n, case when n = 20 then $2::jsonb else $3::jsonb end, $4::jsonb, true, false,
       n, now(), now()
     from generate_series(1, 20) n`,
    [merchantId, conditions(true), conditions(false), channels].map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    ),
  )
}

async function forgetRules(ownerUrl: string, merchantId: string): Promise<void> {
  for (const table of ['routing_rules', 'channel_rests', 'routing_sets'])
    await asOwner(ownerUrl, `delete from ${table} where merchant_id = $1`, [merchantId])
}

/** Throws when the last payment did not go by the rule that fits. */
async function expectRouted(ownerUrl: string, merchantId: string): Promise<void> {
  const [routed] = await asOwner<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from payments where merchant_id = $1 and routing_ref = 'Route_20'`,
    [merchantId],
  )
  if (!routed?.count) throw new Error('no payment went by a rule')
}

function lines({ without, with: routed }: Record<'without' | 'with', Looped[]>): Line[] {
  const speed = ratioOf(routed, without, ({ perSecond }) => perSecond)
  const facts = (results: Looped[]) =>
    `${median(results.map((t) => t.perSecond)).toFixed(0)} payments/s, p99 ${median(results.map((t) => t.p99Ms)).toFixed(0)} ms`
  return [
    { what: 'without rules', value: facts(without) },
    { what: 'with 20 rules', value: facts(routed) },
    {
      what: 'with / without, payments/s',
      value: speed.toFixed(2),
      goal: { measured: speed, goal: 0.95, better: 'more' },
    },
  ]
}
