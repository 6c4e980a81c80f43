import type { Evidence, PaymentRow } from './evidence.ts'
import { acknowledged, type Intent } from './journal.ts'

/** One thing that the witnesses do not agree on. */
export interface Finding {
  rule: Rule
  detail: string
}
export type Rule = keyof typeof rules | 'the ledger finds nothing in itself'

/**
 * Holds the witnesses against each other once all is quiet. It shares no code with the program: what it knows of the
 * tables and of the provider's file it has from their descriptions. None is tolerated.
 */
export function check(evidence: Evidence): Finding[] {
  return Object.entries(rules).flatMap(([rule, find]) =>
    find(evidence).map((detail) => ({ rule: rule as Rule, detail })),
  )
}

type Find = (evidence: Evidence) => string[]
const rules = {
  'every question gets an answer': ({ journal }) =>
    journal.intents
      .filter(({ answer }) => answer === null)
      .map(({ kind, mark, tries }) => `${kind} ${mark}: none after ${tries} tries`),

  'answers come in time, and say what to do': ({ journal }) => journal.misconduct,

  'nothing acknowledged is lost': (evidence) => {
    const links = byKey(evidence.links, ({ link_ref }) => link_ref)
    const payments = byKey(evidence.payments, ({ order_ref }) => order_ref)
    const refunds = byKey(evidence.refunds, ({ refund_id }) => refund_id)
    return evidence.journal.intents.filter(acknowledged).flatMap((intent) => {
      const ref = intent.answer?.ref ?? ''
      if (intent.kind === 'refund') {
        const refund = refunds.get(ref)?.[0]
        return refund?.note === intent.mark && refund.order_ref === intent.linkRef
          ? []
          : [`refund ${intent.mark}: ${ref} is not there`]
      }
      const row = intent.kind === 'attempt' ? payments.get(ref)?.[0] : links.get(ref)?.[0]
      if (!row) return [`${intent.kind} ${intent.mark}: ${ref} is not there`]
      if (row.amount_minor !== intent.amountMinor || row.currency !== intent.currency)
        return [`${intent.mark}: ${ref} is about ${row.amount_minor} ${row.currency}`]
      if (intent.kind === 'cancel' && row.status !== 'cancelled') return [`${ref} was cancelled and is ${row.status}`]
      return []
    })
  },

  'what a shopper was told stands': (evidence) => {
    const payments = byKey(evidence.payments, ({ order_ref }) => order_ref)
    return evidence.journal.told.flatMap(({ orderRef, state }) => {
      const status = payments.get(orderRef)?.[0]?.status ?? 'absent'
      const stands = state === 'paid' ? ['Success'] : ['Failed', 'Expired']
      return stands.includes(status) ? [] : [`${orderRef} was ${state} and is ${status}`]
    })
  },

  'one intent has one effect, a refused one none': (evidence) => {
    const effects = effectsByMark(evidence)
    return evidence.journal.intents.flatMap((intent) => {
      if (intent.kind === 'cancel' || intent.answer === null) return []
      const made = effects.get(intent.mark)?.length ?? 0
      const wanted = acknowledged(intent) ? 1 : 0
      return made === wanted ? [] : [`${intent.kind} ${intent.mark}: answered ${said(intent)}, and made ${made}`]
    })
  },

  'nothing happens that nobody asked for': (evidence) => {
    const asked = new Set(evidence.journal.intents.map(({ mark }) => mark))
    const payments = new Set(evidence.payments.map(({ order_ref }) => order_ref))
    return [
      ...[...effectsByMark(evidence)]
        .filter(([mark]) => !asked.has(mark))
        .map(([mark]) => `${mark} was never asked for`),
      ...evidence.witness.payments
        .filter(({ key }) => !payments.has(key))
        .map(({ key, status }) => `the provider has ${key} as ${status}, we have no such payment`),
    ]
  },

  'the provider is asked for each payment once': ({ witness }) =>
    witness.payments.filter(({ begun }) => begun > 1).map(({ key, begun }) => `${key} was begun ${begun} times`),

  'what the provider took is a success here, and nothing else is': (evidence) => {
    const provider = byKey(evidence.witness.payments, ({ key }) => key)
    return evidence.payments.flatMap((payment) => {
      const there = provider.get(payment.order_ref)?.[0]
      const taken = there?.status === 'captured'
      if (taken !== (payment.status === 'Success'))
        return [`${payment.order_ref} is ${payment.status} here and ${there?.status ?? 'unknown'} there`]
      if (!there || !taken) return []
      const same =
        there.amountMinor === payment.amount_minor &&
        there.currency === payment.currency &&
        there.ref === payment.channel_order_ref
      return same ? [] : [`${payment.order_ref} is not the same payment here and there`]
    })
  },

  'each success is booked once, for its amount, and nothing else is': (evidence) => {
    const captures = byKey(evidence.captures, ({ object_ref }) => object_ref)
    const successes = byKey(evidence.payments.filter(isSuccess), ({ order_ref }) => order_ref)
    const missing = evidence.payments.filter(isSuccess).flatMap(({ order_ref, amount_minor, currency }) => {
      const booked = captures.get(order_ref)?.[0]
      const right = booked?.transfers === 1n && booked.receivable === amount_minor && booked.currency === currency
      return right ? [] : [`${order_ref}: ${booked?.transfers ?? 0n} transfers of ${booked?.receivable ?? 0n}`]
    })
    const surplus = evidence.captures.filter(({ object_ref }) => !successes.has(object_ref))
    return [...missing, ...surplus.map(({ object_ref }) => `${object_ref} is booked and no success`)]
  },

  'every transfer balances': ({ unbalanced }) =>
    unbalanced.map(({ transfer_id, currency, sum }) => `${transfer_id} is off by ${sum} ${currency}`),

  'the provider owes what the ledger says, in each currency': ({ witness, receivable }) => {
    const captured = new Map<string, bigint>()
    for (const { status, currency, amountMinor } of witness.payments)
      if (status === 'captured') captured.set(currency, (captured.get(currency) ?? 0n) + amountMinor)
    for (const { status, currency, amountMinor } of witness.refunds)
      if (status === 'succeeded') captured.set(currency, (captured.get(currency) ?? 0n) - amountMinor)
    const booked = new Map(receivable.map(({ currency, sum }) => [currency, sum]))
    return [...new Set([...captured.keys(), ...booked.keys()])].flatMap((currency) => {
      const [theirs, ours] = [captured.get(currency) ?? 0n, booked.get(currency) ?? 0n]
      return theirs === ours ? [] : [`${currency}: ${theirs} there, ${ours} here`]
    })
  },

  'the provider is asked for each refund once': ({ witness }) =>
    witness.refunds.filter(({ begun }) => begun > 1).map(({ key, begun }) => `${key} was begun ${begun} times`),

  'what the provider gave back is a refund here, for the same amount, and nothing else is': (evidence) => {
    const provider = byKey(evidence.witness.refunds, ({ key }) => key)
    const known = new Set(evidence.refunds.map(({ refund_id }) => refund_id))
    const ends: Record<string, string> = { succeeded: 'SUCCESS', declined: 'FAIL', pending: 'PENDING' }
    const differing = evidence.refunds.flatMap((refund) => {
      const there = provider.get(refund.refund_id)?.[0]
      const same =
        there?.paymentKey === refund.order_ref &&
        there.amountMinor === refund.amount_minor &&
        there.currency === refund.currency &&
        ends[there.status] === refund.status
      return same ? [] : [`${refund.refund_id} is ${refund.status} here and ${there?.status ?? 'unknown'} there`]
    })
    const strange = evidence.witness.refunds.filter(({ key }) => !known.has(key))
    return [...differing, ...strange.map(({ key }) => `the provider has a refund ${key}, we have none`)]
  },

  'refunds that have not failed are never more than the payment': (evidence) => {
    const refunds = byKey(
      evidence.refunds.filter(({ status }) => status !== 'FAIL'),
      ({ order_ref }) => order_ref,
    )
    return evidence.payments.flatMap(({ order_ref, status, amount_minor }) => {
      const sum = (refunds.get(order_ref) ?? []).reduce((total, refund) => total + refund.amount_minor, 0n)
      const most = status === 'Success' ? amount_minor : 0n
      return sum <= most ? [] : [`${order_ref} brought in ${most} and ${sum} goes back`]
    })
  },

  'each refund is booked as it was asked for and as it ended': ({ refunds }) =>
    refunds.flatMap(({ refund_id, status, booked }) => {
      const end: Record<string, string[]> = { SUCCESS: ['refund.succeeded'], FAIL: ['refund.failed'], PENDING: [] }
      const wanted = ['refund.asked', ...(end[status] ?? [])].toSorted().join()
      return booked.join() === wanted ? [] : [`${refund_id} is ${status} and booked as ${booked.join()}`]
    }),

  'every refund comes to an end': ({ refunds }) =>
    refunds.filter(({ status }) => status === 'PENDING').map(({ refund_id }) => `${refund_id} is still PENDING`),

  'no link takes money twice, a cancelled one none': (evidence) => {
    const taken = new Set(evidence.witness.payments.filter(({ status }) => status === 'captured').map(({ key }) => key))
    const attempts = byKey(evidence.payments, ({ link_ref }) => link_ref)
    return evidence.links.flatMap(({ link_ref, status }) => {
      const captures = (attempts.get(link_ref) ?? []).filter(({ order_ref }) => taken.has(order_ref)).length
      const most = status === 'cancelled' ? 0 : 1
      return captures <= most ? [] : [`${link_ref} is ${status} and was paid ${captures} times`]
    })
  },

  'a link is paid when a payment paid it in time, and only then': (evidence) => {
    const attempts = byKey(evidence.payments.filter(isSuccess), ({ link_ref }) => link_ref)
    return evidence.links.flatMap(({ link_ref, status }) => {
      const paid = attempts.get(link_ref) ?? []
      const inTime = paid.filter(({ late }) => !late).length
      const wanted = status === 'success' ? 1 : 0
      if (inTime !== wanted) return [`${link_ref} is ${status} with ${inTime} payments in time`]
      return paid.length > inTime && status !== 'expired' ? [`${link_ref} is ${status} and has a late payment`] : []
    })
  },

  'every attempt comes to an end': ({ payments }) =>
    payments
      .filter(({ status }) => !['Success', 'Failed', 'Expired'].includes(status))
      .map(({ order_ref, status }) => `${order_ref} is still ${status}`),

  'a key keeps the answer that was given, with the effect': (evidence) => {
    const kept = new Map(evidence.keys.map(({ key, answer }) => [key, answer]))
    const lost = evidence.journal.intents
      .filter(acknowledged)
      .filter(({ key, answer }) => kept.get(key) !== answer?.body)
      .map(({ key, mark }) => `${mark}: the key ${key} has another answer or none`)
    const half = evidence.keys.filter(({ answer }) => answer === null).map(({ key }) => `the key ${key} has no answer`)
    return [...lost, ...half]
  },

  'each link made has its line in the audit log': (evidence) => {
    const audited = new Map(evidence.audited.map(({ object_ref, rows }) => [object_ref, rows]))
    return evidence.links
      .filter(({ description }) => isMark(description))
      .filter(({ link_ref }) => audited.get(link_ref) !== 1n)
      .map(({ link_ref }) => `${link_ref} has ${audited.get(link_ref) ?? 0n}`)
  },
} satisfies Record<string, Find>

/** What each intent made, by the mark that it left in the rows. */
function effectsByMark({ links, payments, refunds }: Evidence): Map<string, unknown[]> {
  const marked = [
    ...links.map(({ description }) => description),
    ...refunds.map(({ note }) => note),
    ...payments.map(({ shopper_email }) => shopper_email.split('@')[0] ?? ''),
  ]
  return byKey(marked.filter(isMark), (mark) => mark)
}
/** Marks begin with this, so that rows which were there before are told apart. */
/** Whether a text was written by an intent of a fault test. */
export const isMark = (text: string) => text.startsWith('trial-')
const isSuccess = ({ status }: PaymentRow) => status === 'Success'
const said = ({ answer }: Intent) => `${answer?.status} ${answer?.reason}`

function byKey<T>(all: readonly T[], key: (each: T) => string): Map<string, T[]> {
  return Map.groupBy(all, key)
}
