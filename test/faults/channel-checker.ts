import type { ChannelPayment } from './channel-witness.ts'

/** What our database says. */
export interface ChannelRows {
  links: { link_ref: string; status: string }[]
  payments: {
    order_ref: string
    link_ref: string
    status: string
    channel_key: string
    amount_minor: bigint
    currency: string
    failover_from: string
    failover_next: string
  }[]
  /** Sums of the ledger's `psp_receivable` accounts. */
  receivable: { currency: string; sum: bigint }[]
}
export interface ChannelEvidence extends ChannelRows {
  witness: ChannelPayment[]
}
export interface ChannelFinding {
  rule: ChannelRule
  detail: string
}
export type ChannelRule = keyof typeof rules

/** Holds all providers together against our database, once all is quiet. None is tolerated. */
export const checkChannels = (evidence: ChannelEvidence): ChannelFinding[] =>
  Object.entries(rules).flatMap(([rule, find]) =>
    find(evidence).map((detail) => ({ rule: rule as ChannelRule, detail })),
  )

type Find = (evidence: ChannelEvidence) => string[]
const rules = {
  'no order is taken twice': ({ links, payments, witness }) => {
    const orderOf = new Map(payments.map(({ order_ref, link_ref }) => [order_ref, link_ref]))
    const taken = Map.groupBy(witness.filter(isTaken), ({ orderRef }) => orderOf.get(orderRef) ?? '')
    return links.flatMap(({ link_ref }) => {
      const all = taken.get(link_ref) ?? []
      return all.length <= 1 ? [] : [`${link_ref} was paid by ${all.map(place).join(' and ')}`]
    })
  },

  'what a provider took is a success here, at its channel and for its amount': ({ payments, witness }) => {
    const ours = new Map(payments.map((payment) => [payment.order_ref, payment]))
    return witness.filter(isTaken).flatMap((taken) => {
      const payment = ours.get(taken.orderRef)
      const same =
        payment?.status === 'Success' &&
        payment.channel_key.toLowerCase().startsWith(taken.provider) &&
        payment.amount_minor === taken.amountMinor &&
        payment.currency === taken.currency
      return same
        ? []
        : [`${place(taken)} is ${payment?.status ?? 'unknown'} here, at ${payment?.channel_key ?? 'none'}`]
    })
  },

  'what is a success here was taken there, once': ({ payments, witness }) => {
    const taken = Map.groupBy(witness.filter(isTaken), ({ orderRef }) => orderRef)
    return payments
      .filter(({ status }) => status === 'Success')
      .map(({ order_ref }) => ({ order_ref, times: taken.get(order_ref)?.length ?? 0 }))
      .filter(({ times }) => times !== 1)
      .map(({ order_ref, times }) => `${order_ref} was taken ${times} times`)
  },

  'a provider is asked for each payment once': ({ witness }) => {
    const begun = Map.groupBy(witness, ({ provider, orderRef }) => `${provider} ${orderRef}`)
    return [...begun].filter(([, all]) => all.length > 1).map(([name, all]) => `${name} was begun ${all.length} times`)
  },

  'no order is left, and each attempt comes to an end': ({ links, payments }) => [
    ...links.filter(({ status }) => status !== 'success').map(({ link_ref, status }) => `${link_ref} is ${status}`),
    ...payments
      .filter(({ status }) => !['Success', 'Failed', 'Expired'].includes(status))
      .map(({ order_ref, status }) => `${order_ref} is still ${status}`),
  ],

  'attempts that follow one another name each other, the first ended': ({ payments }) => {
    const ours = new Map(payments.map((payment) => [payment.order_ref, payment]))
    return payments
      .filter(({ failover_from }) => failover_from !== '')
      .flatMap(({ order_ref, failover_from }) => {
        const before = ours.get(failover_from)
        const right = before?.failover_next === order_ref && before.status === 'Failed'
        return right ? [] : [`${order_ref} follows ${failover_from}, which is ${before?.status ?? 'unknown'}`]
      })
  },

  'the providers owe what the ledger says, in each currency': ({ witness, receivable }) => {
    const taken = new Map<string, bigint>()
    for (const { currency, amountMinor } of witness.filter(isTaken))
      taken.set(currency, (taken.get(currency) ?? 0n) + amountMinor)
    const booked = new Map(receivable.map(({ currency, sum }) => [currency, sum]))
    return [...new Set([...taken.keys(), ...booked.keys()])]
      .filter((currency) => (taken.get(currency) ?? 0n) !== (booked.get(currency) ?? 0n))
      .map((currency) => `${currency}: ${taken.get(currency) ?? 0n} there, ${booked.get(currency) ?? 0n} here`)
  },
} satisfies Record<string, Find>

const isTaken = ({ status }: ChannelPayment) => status === 'captured'
const place = ({ provider, orderRef, ref }: ChannelPayment) => `${provider} ${orderRef} (${ref})`
