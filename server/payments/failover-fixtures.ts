import { expect } from 'vitest'
import type { RoutedAttempt } from '#contract/routing.ts'
import { addScriptedChannels, type ScriptedChannels } from '#server/routing/fixtures.ts'
import { openPaying, type Paying } from './fixtures.ts'

/** For tests: payments over three channels that do as a script says; jobs are run by hand. */
export interface FailingOver {
  paying: Paying
  channels: ScriptedChannels
  /** Lets every channel take its payments again, without a rest. */
  reset(): Promise<void>
  post<T>(path: string, body: object): Promise<T>
  link(): Promise<string>
  details(orderRef: string): Promise<Details>
  /** Settles an attempt, and those that follow it by themselves. Returns all of them. */
  settleAll(first: string): Promise<string[]>
}
interface Details {
  attempts: RoutedAttempt[]
  rules: { version: number; name: string }[]
}

export const keys = ['A', 'B', 'C'] as const
export const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }

export async function openFailingOver(): Promise<FailingOver> {
  const paying = await openPaying()
  const channels = await addScriptedChannels(paying, keys)
  await paying.sql(
    `update payment_channels set is_enabled = false where merchant_id = $1 and channel_key = 'SIMULATOR'`,
  )
  const all: FailingOver = {
    paying,
    channels,
    async reset() {
      paying.clock.now = null
      for (const key of keys) channels.act(key, 'take')
      await paying.sql('delete from channel_rests where merchant_id = $1')
    },
    async post<T>(path: string, body: object): Promise<T> {
      const answer = await paying.call('POST', path, body)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.content as unknown as T
    },
    link: () => paying.link({ country: 'SG' }),
    async details(orderRef) {
      const path = `/merchants/txn-router/failover/${paying.merchant.key}/get-txn-details/${orderRef}`
      const answer = await paying.call('GET', path)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.content as unknown as Details
    },
    async settleAll(first) {
      const attempts = [first]
      for (let at = 0; at < attempts.length; at++) {
        await paying.settle(attempts[at] ?? '')
        const next = (await all.details(first)).attempts.find(({ failover_from }) => failover_from === attempts[at])
        if (next) attempts.push(next.order_ref)
      }
      return attempts
    },
  }
  await all.post('/merchants/txn-router/create', {
    chaipay_key: paying.merchant.key,
    name: 'In order',
    position: 9,
    channels: keys.map((channel_key, at) => ({ channel_key, rank: at + 1 })),
  })
  return all
}
