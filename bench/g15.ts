import { ask } from './ask-in-turn.ts'
import { asOwner } from './as-owner.ts'
import type { Looped } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { HangLoad } from './hang-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

export const title =
  'G15 payments by others while a provider hangs on every call: 16 connections from link to paid, and 10 a second at the other provider, against the same with a provider that answers'

/** The places of the job fill within this time, if they do. */
const warmSeconds = 6

/** What a hanging provider costs payments by another one. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('hang-api.ts', { ownerUrl })
  const load = await startProcess('hang-load.ts', null)
  const session = await signIn(api.ready.url, payingMerchant)
  const end = await routeWallets(ownerUrl, api.ready.url, session)
  try {
    const asked: Omit<HangLoad, 'seconds'> = {
      url: api.ready.url,
      session,
      currency: 'MYR',
      connections: 16,
      besidePerSecond: 10,
    }
    const measured = async (hangs: boolean) => {
      await api.ask({ hangs })
      await load.ask({ ...asked, seconds: warmSeconds })
      return load.ask<Looped>({ ...asked, seconds })
    }
    return lines(await interleave({ answers: () => measured(false), hangs: () => measured(true) }, rounds))
  } finally {
    await api.ask({ hangs: false })
    await end()
    await Promise.all([api.stop(), load.stop()])
  }
}

/** Sends the merchant's wallet payments to a second provider; returns what takes it back. */
async function routeWallets(ownerUrl: string, url: string, session: Session): Promise<() => Promise<void>> {
  const { merchantUuid, iamportKey } = session.user
  const call = <Answer>(path: string, body: object) => ask<Answer>(url, session, path, body)
  const turn = (is_enabled: boolean) => call(`/merchants/${iamportKey}/paychannel/STRIPE`, { is_enabled })
  const creds = { publishable_key: 'pk_test_benchbench', secret_key: 'sk_test_benchbench' }
  const [known] = await asOwner(
    ownerUrl,
    `select from payment_channels where merchant_id = $1 and environment = 'sandbox' and channel_key = 'STRIPE'`,
    [merchantUuid],
  )
  await (known ? turn(true) : call(`/merchants/${iamportKey}/add-paychannel/STRIPE`, { creds }))
  const { content } = await call<{ content: { routing_ref: string } }>('/merchants/txn-router/create', {
    chaipay_key: iamportKey,
    name: 'Wallets',
    conditions: { methods: [{ type: 'WALLET', sub_type: 'GRABPAY' }] },
    channels: [{ channel_key: 'STRIPE', rank: 1 }],
  })
  return async () => {
    await turn(false)
    await asOwner(ownerUrl, 'delete from routing_versions where routing_ref = $1', [content.routing_ref])
    await asOwner(ownerUrl, 'delete from routing_rules where routing_ref = $1', [content.routing_ref])
  }
}

function lines({ answers, hangs }: Record<'answers' | 'hangs', Looped[]>): Line[] {
  const rate = ratioOf(hangs, answers, ({ perSecond }) => perSecond)
  const p95 = ratioOf(hangs, answers, ({ p95Ms }) => p95Ms)
  const facts = (results: Looped[]) =>
    `${median(results.map(({ perSecond }) => perSecond)).toFixed(0)} payments/s, p95 ${median(results.map(({ p95Ms }) => p95Ms)).toFixed(0)} ms`
  return [
    { what: 'beside a provider that answers', value: facts(answers) },
    { what: 'beside one that hangs', value: facts(hangs) },
    {
      what: 'payments/s, hangs / answers',
      value: rate.toFixed(2),
      goal: { measured: rate, goal: 0.9, better: 'more' },
    },
    { what: 'p95, hangs / answers', value: p95.toFixed(2), goal: { measured: p95, goal: 1.1, better: 'less' } },
  ]
}
