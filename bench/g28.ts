import { setTimeout as pause } from 'node:timers/promises'
import { asOwner } from './as-owner.ts'
import type { Looped } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { Load, Loaded } from './load.ts'
import { makeDue, type Due } from './make-due.ts'
import type { PayLoad } from './pay-load.ts'
import { startProcess, type Process } from './process.ts'
import { median } from './rounds.ts'
import { signIn } from './sign-in.ts'
import { fillSubscriptions, subscribed } from './subscription-volume.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

/** As many as `DUE` says, at the pace of twenty thousand in a minute. */
const count = Number(process.env['DUE'] ?? 20_000)
const perSecond = 20_000 / 60
const payers = 32
const readers = 8
const warmUpRuns = 3

export const title = `G28 ${count.toLocaleString('en')} of ${subscribed.big.count.toLocaleString('en')} subscriptions due within ${(count / perSecond).toFixed(0)} s, two workers, against payments (G7) with ${payers} connections in the same run; and the p99 of a list with ${readers} readers meanwhile`

/** What became of subscriptions that were due. */
interface Wave {
  perSecond: number
  /** From the moment that a charge was due until it was paid, and until it was begun at the least. */
  p50: number
  p99: number
  earliest: number
  /** From the first moment until the last was paid. */
  took: number
}

/** Payments, charges of subscriptions that are due at once, and lists beside them. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const { merchantId, slug } = await fillSubscriptions(ownerUrl, subscribed.big)
  const [api, payApi, payLoad, listLoad] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess<{ url: string }>('pay-api.ts', { ownerUrl }),
    startProcess('pay-load.ts', null),
    startProcess('load.ts', null),
  ])
  const [payer, reader] = [await signIn(payApi.ready.url, payingMerchant), await signIn(api.ready.url, slug)]
  const pay = (forSeconds: number) =>
    payLoad.ask<Looped>({
      url: payApi.ready.url,
      session: payer,
      currency: 'MYR',
      connections: payers,
      seconds: forSeconds,
    } satisfies PayLoad)
  const path = `/gateway/merchant/subscription/${reader.user.merchantUuid}/list`
  const headers = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
  const read = (forSeconds: number) =>
    listLoad.ask<Loaded>({
      url: api.ready.url,
      requests: [{ path, headers }],
      body: '{}',
      connections: readers,
      seconds: forSeconds,
    } satisfies Load)
  const many = async <T>(once: (forSeconds: number) => Promise<T>): Promise<T[]> => {
    const results: T[] = []
    for (let round = 0; round < rounds; round++) results.push(await once(seconds))
    return results
  }
  const place = { ownerUrl, merchantId }
  try {
    await pay(seconds * warmUpRuns)
    const before = await many(pay)
    const [few, all] = await withWorkers(ownerUrl, async (worker) => [
      await chargeAll({ ...place, worker }, { count: Math.min(count, 300), seconds: 30 }),
      await chargeAll({ ...place, worker }, { count, seconds: count / perSecond }),
    ])
    const after = await many(pay)
    await read(seconds)
    const alone = await many(read)
    const beside = Math.min(count, Math.ceil(rounds * seconds * perSecond))
    const meanwhile: Loaded[] = []
    await withWorkers(ownerUrl, (worker) =>
      chargeAll({ ...place, worker }, { count: beside, seconds: beside / perSecond }, async () => {
        meanwhile.push(...(await many(read)))
      }),
    )
    return lines({ few, all, payments: [...before, ...after], alone, meanwhile })
  } finally {
    await Promise.all([api, payApi, payLoad, listLoad].map((one) => one.stop()))
  }
}

/** Two workers, from then on that nothing else is to be worked. Payments are measured without: theirs are completed by their API. */
async function withWorkers<T>(ownerUrl: string, work: (one: Process) => Promise<T>): Promise<T> {
  await asOwner(ownerUrl, 'delete from pgboss.job')
  const start = () => startProcess('charge-worker.ts', { ownerUrl, works: true })
  const workers = await Promise.all([start(), start()])
  try {
    return await work(workers[0])
  } finally {
    await Promise.all(workers.map((one) => one.stop()))
  }
}

interface Place {
  ownerUrl: string
  merchantId: string
  /** One of the workers, which finds what is due. */
  worker: Process
}

/** Has so many due, soon, and waits until all are paid; `beside` runs from the first moment on. */
async function chargeAll(
  place: Place,
  { count, seconds }: Omit<Due, 'from'>,
  beside?: () => Promise<void>,
): Promise<Wave> {
  const { ownerUrl, merchantId, worker } = place
  // Long enough for all to be planned, as they are within an hour of their moment.
  const from = new Date(Math.ceil(Date.now() / 1_000 + 10 + count / 100) * 1_000)
  const until = new Date(from.getTime() + seconds * 1_000)
  await makeDue(ownerUrl, merchantId, { count, from, seconds })
  await worker.ask({ merchantId })
  const ofWave = `merchant_id = $1 and environment = 'sandbox'`
  const unplanned = `select count(*)::int as n from subscriptions where ${ofWave} and next_act_at < $2 and not planned and clock_ref = ''`
  await untilNone(async () => (await asOwner<{ n: number }>(ownerUrl, unplanned, [merchantId, until]))[0]?.n ?? 0)
  if (Date.now() > from.getTime()) throw new Error('they were not planned in time')
  await pause(from.getTime() - Date.now())
  const paid = `select count(*)::int as n from payments where ${ofWave} and status = 'Success' and created_at >= $2`
  const charged = untilNone(
    async () => count - ((await asOwner<{ n: number }>(ownerUrl, paid, [merchantId, from]))[0]?.n ?? 0),
  )
  await Promise.all([charged, beside?.()])
  const [wave] = await asOwner<Wave & { charges: number }>(ownerUrl, waveOf, [merchantId, from, until])
  if (wave?.charges !== count) throw new Error(`${wave?.charges} charges of ${count}`)
  return { ...wave, perSecond: count / wave.took }
}

/** Each charge that was due in the wave; one that is not paid, or was paid twice, makes their number another. */
const waveOf = `
  select count(*)::int as charges, max(paid)::float8 as took, min(begun - due)::float8 as earliest,
    percentile_cont(0.5) within group (order by paid - due)::float8 as p50, percentile_cont(0.99) within group (order by paid - due)::float8 as p99
  from subscription_charges c join payments p on p.merchant_id = $1 and p.environment = 'sandbox' and p.source_ref = c.order_ref
      and p.payable_ref = c.charge_ref and p.status = 'Success',
    lateral (select extract(epoch from c.due_at - $2) as due, extract(epoch from least(c.created_at, p.created_at) - $2) as begun,
      extract(epoch from c.paid_at - $2) as paid) t
  where c.merchant_id = $1 and c.environment = 'sandbox' and c.due_at >= $2 and c.due_at < $3 and c.state = 'paid'`

/** Waits until nothing is left; throws when it gets no less for a minute. */
async function untilNone(left: () => Promise<number>): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, Date.now()]
  for (let now = await left(); now > 0; now = await left()) {
    if (now < least) [least, since] = [now, Date.now()]
    if (Date.now() - since > 60_000) throw new Error(`${now} are left`)
    await pause(500)
  }
}

interface Measured {
  few: Wave
  all: Wave
  payments: Looped[]
  alone: Loaded[]
  meanwhile: Loaded[]
}

function lines({ few, all, payments, alone, meanwhile }: Measured): Line[] {
  const paid = median(payments.map((t) => t.perSecond))
  const speed = all.perSecond / paid
  // Those due later wait for those before them: charges come at one pace and are settled at another.
  const waits = 0.99 * Math.max(0, count / all.perSecond - count / perSecond)
  const explained = waits + few.p99
  const [quiet, busy] = [median(alone.map((t) => t.p99Ms)), median(meanwhile.map((t) => t.p99Ms))]
  const s = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} s`
  return [
    { what: 'payments settled', value: `${paid.toFixed(0)}/s` },
    { what: 'charges settled', value: `${all.perSecond.toFixed(0)}/s, ${s(all.took)} for all` },
    {
      what: 'charges / payments, settled a second',
      value: speed.toFixed(2),
      goal: { measured: speed, goal: 0.5, better: 'more' },
    },
    {
      what: 'the earliest, after its moment',
      value: s(Math.min(few.earliest, all.earliest)),
      goal: { measured: Math.min(few.earliest, all.earliest), goal: 0, better: 'more', unit: ' s' },
    },
    { what: 'delay of a few due one after the other', value: `p50 ${s(few.p50)}, p99 ${s(few.p99)}` },
    { what: 'delay of all', value: `p50 ${s(all.p50)}, p99 ${s(all.p99)}` },
    {
      what: 'p99 / that of a few and the wait for those before at that rate',
      value: `${s(all.p99)} / ${s(explained)} = ${(all.p99 / explained).toFixed(2)}`,
      goal: { measured: all.p99 / explained, goal: 1.25, better: 'less' },
    },
    { what: 'list alone', value: `p99 ${quiet.toFixed(0)} ms` },
    { what: 'list meanwhile', value: `p99 ${busy.toFixed(0)} ms` },
    {
      what: 'meanwhile / alone, p99',
      value: (busy / quiet).toFixed(2),
      goal: { measured: busy / quiet, goal: 2, better: 'less' },
    },
  ]
}
