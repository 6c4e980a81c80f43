import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { channelPlace, merchantKeys, seal } from '#server/kit/secrets/vault.ts'
import type { Paying } from '#server/payments/fixtures.ts'
import type { Outcome, Provider } from '#server/providers/provider.ts'

/** What a scripted channel does with the next payment that it is asked to take. */
export type Act =
  | 'take'
  | 'wait'
  | 'decline'
  | 'unavailable'
  /** No answer comes, and the payment was taken, was not, or is taken later. */
  | 'silence after taking'
  | 'silence before taking'
  | 'silence, then taking'

/** For tests: channels whose provider does as a script says, and keeps a book of its own. */
export interface ScriptedChannels {
  /** The payments that were taken, by key, with the channel. */
  taken: ReadonlyMap<string, string>
  /** The channels that were asked to take a payment, in order. */
  asked: readonly { channelKey: string; key: string }[]
  /** What a channel does from now on. By default it takes every payment. */
  act(channelKey: string, act: Act | ((key: string) => Act)): void
  /** The shopper pays what waits. */
  pay(key: string): void
}

/** Connects channels by these keys with the wallets of Singapore and the cards, each on its own scripted provider. */
export async function addScriptedChannels(paying: Paying, keys: readonly string[]): Promise<ScriptedChannels> {
  const { testApp, merchant } = paying
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  await ownTransaction(
    { ...testApp.serveParts, database: testApp.owner },
    owner,
    { requestId: 'test' },
    async (ctx) => {
      const sealedBy = await merchantKeys(ctx)
      for (const key of keys) {
        const place = channelPlace(owner.merchantId, owner.environment, key)
        await ctx.tx.query(
          `insert into payment_channels (merchant_id, environment, channel_key, provider, name, creds_sealed, created_at)
         values ($1, 'sandbox', $2, $2, $2, $3, now())`,
          [owner.merchantId, key, seal(sealedBy, JSON.stringify({ channel: key }), place)],
        )
        await ctx.tx.query(
          `insert into payment_methods (merchant_id, environment, channel_key, type, sub_type)
         values ($1, 'sandbox', $2, 'WALLET', 'GRABPAY'), ($1, 'sandbox', $2, 'CARD', 'INT_CREDIT_DEBIT_CARD')`,
          [owner.merchantId, key],
        )
      }
    },
  )
  const book = new Map<string, Outcome>()
  const taken = new Map<string, string>()
  const asked: { channelKey: string; key: string }[] = []
  const acts = new Map<string, (key: string) => Act>()
  const captured = (key: string): Outcome => ({ kind: 'captured', providerRef: `p-${key}` })
  const silence: Outcome = { kind: 'unknown', why: 'silence' }
  const take = (channelKey: string, key: string): Outcome => {
    taken.set(key, channelKey)
    book.set(key, captured(key))
    return captured(key)
  }
  const waits: Outcome = {
    kind: 'pending',
    providerRef: 'w',
    action: { kind: 'redirect', url: 'https://psp.example/' },
  }
  const providerOf = (channelKey: string): Provider => ({
    ...paying.provider,
    async authorise({ key }) {
      const known = book.get(key)
      if (known) return known
      asked.push({ channelKey, key })
      switch (acts.get(channelKey)?.(key) ?? 'take') {
        case 'take':
          return take(channelKey, key)
        case 'wait':
          book.set(key, waits)
          return waits
        case 'decline':
          book.set(key, { kind: 'declined', providerRef: key, reason: 'BANK_REFUSED_TRANSACTION', providerText: 'no' })
          return book.get(key) ?? silence
        case 'unavailable':
          return { kind: 'unavailable', providerText: 'closed' }
        case 'silence after taking':
          take(channelKey, key)
          return silence
        case 'silence, then taking':
          // The first question about it is answered with silence too, and it has happened at the next.
          book.set(key, silence)
          return silence
        case 'silence before taking':
          return silence
      }
    },
    async status({ key }) {
      const known = book.get(key)
      if (known?.kind === 'unknown') take(channelKey, key)
      return known ?? { kind: 'absent' }
    },
    async cancel({ key }) {
      const known = book.get(key)
      if (known?.kind === 'captured') return known
      const declined = { kind: 'declined', providerRef: key, providerText: '' } as const
      book.set(key, { ...declined, reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' })
      return book.get(key) ?? silence
    },
    cardEntry: () => ({ kind: 'fields', settings: { channel: channelKey }, connectOrigins: [], testCards: [] }),
  })
  testApp.serveParts.services.provider = (name) => (keys.includes(name) ? providerOf(name) : paying.provider)
  return {
    taken,
    asked,
    act: (channelKey, act) => acts.set(channelKey, typeof act === 'string' ? () => act : act),
    pay(key) {
      const channel = asked.find((one) => one.key === key)?.channelKey
      if (channel && book.get(key)?.kind === 'pending') take(channel, key)
    },
  }
}
