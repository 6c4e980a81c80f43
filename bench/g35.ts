import { setTimeout as delay } from 'node:timers/promises'
import { asOwner } from './as-owner.ts'
import { ask, tookOf, type Took } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { median } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigCount, bigMerchant } from './volume.ts'

const consoles = 50
/** Payments of the last hour, as busy as the biggest merchant is. */
const lately = 500
/** Four times as often as the console asks, so that a round does not take long. */
const everyMs = 5_000
export const title = `G35 the monitoring of a merchant with ${bigCount.toLocaleString('en')} payments, ${lately} in the last hour, for ${consoles} open consoles that ask every ${everyMs / 1_000} s`

/** All consoles ask throughout, each at a time of its own. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const session = await signIn(api.ready.url, bigMerchant)
    const merchantId = session.user.merchantUuid
    await asOwner(ownerUrl, moved, [merchantId, lately])
    const read = () => ask<{ content: object }>(api.ready.url, session, `/api/analytics/${merchantId}/monitoring`)
    await read()
    const took: Took[] = []
    for (let round = 0; round < rounds; round++) took.push(await openConsoles(read))
    const p95 = median(took.map(({ p95Ms }) => p95Ms))
    return [
      { what: 'p50', value: `${median(took.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms` },
      { what: 'p95', value: `${p95.toFixed(1)} ms`, goal: { measured: p95, goal: 20, better: 'less', unit: ' ms' } },
    ]
  } finally {
    await api.stop()
  }
}

/** Each console asks twice. */
async function openConsoles(read: () => Promise<unknown>): Promise<Took> {
  const tookMs: number[] = []
  const open = async (number: number) => {
    for (let turn = 0; turn < 2; turn++) {
      await delay(turn === 0 ? (number * everyMs) / consoles : everyMs)
      const began = performance.now()
      await read()
      tookMs.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: consoles }, (_, number) => open(number)))
  return tookOf(tookMs)
}

const moved = `
  update payments p set created_at = now() - n * interval '1 hour' / $2::int, updated_at = now() - n * interval '1 hour' / $2::int
  from (select order_ref, row_number() over (order by created_at desc) as n from payments
    where merchant_id = $1 and environment = 'sandbox' order by created_at desc limit $2) newest
  where p.merchant_id = $1 and p.environment = 'sandbox' and p.order_ref = newest.order_ref`
