import type { Deployment } from './deployment.ts'
import { gatherEvidence, type Evidence, type PaymentRow, type ProviderPayment } from './subscription-evidence.ts'

/** One thing that the rows, the ledger and the provider's file do not agree on. */
export interface Finding {
  rule: Rule
  detail: string
}
export type Rule = keyof typeof rules

/** What a test knows itself. */
export interface Expected {
  /** How many periods of a subscription had begun, by its reference; what is not named is not looked at. */
  periods?: ReadonlyMap<string, number>
  /** How far clocks of workers are off, in milliseconds; where charges were begun ahead of their time on request, all of it. */
  clocksOffMs?: number
}

/**
 * Holds the witnesses of some subscriptions against each other once nothing is under way. It shares no code with the program: what it knows
 * of tables and of the provider's file it has from their descriptions.
 */
export async function checkSubscriptions(
  deployment: Pick<Deployment, 'ownerUrl' | 'simulator'>,
  refs: readonly string[],
  expected: Expected = {},
): Promise<Finding[]> {
  const evidence = { ...(await gatherEvidence(deployment, refs)), expected }
  return Object.entries(rules).flatMap(([rule, find]) =>
    find(evidence).map((detail) => ({ rule: rule as Rule, detail })),
  )
}

type Find = (evidence: Evidence & { expected: Expected }) => string[]
const rules = {
  'each period is there once, in order, as often as it began': ({ subscriptions, charges, expected }) =>
    subscriptions.flatMap(({ ref }) => {
      const numbers = charges
        .filter(({ subscription, period }) => subscription === ref && period !== null)
        .map(({ period }) => period as number)
        .toSorted((a, b) => a - b)
      const wanted = expected.periods?.get(ref) ?? numbers.length
      const right = numbers.length === wanted && numbers.every((n, at) => n === at)
      return right ? [] : [`${ref} has the periods ${numbers.join()} of ${wanted}`]
    }),

  'each charge is paid once, or openly unpaid': (evidence) => {
    const paidBy = Map.groupBy(evidence.payments.filter(isKept(evidence)), ({ charge }) => charge)
    return evidence.charges.flatMap(({ ref, state, to_pay, payment, carried_by, next_try }) => {
      if (state === 'trying' || (state === 'due' && next_try !== null)) return [`${ref} is still ${state}`]
      const kept = paidBy.get(ref) ?? []
      const needs = state === 'paid' && to_pay > 0n && carried_by === '' ? 1 : 0
      const right = kept.length === needs && kept.every((one) => one.amount === to_pay && one.ref === payment)
      return right
        ? []
        : [`${ref} is ${state}, and ${kept.map((one) => one.ref).join() || 'nothing'} of ${needs} is kept`]
    })
  },

  'no charge is claimed before its moment': ({ charges, payments, expected: { clocksOffMs = 0 } }) => {
    const due = new Map(charges.map((charge) => [charge.ref, charge.due]))
    return payments
      .filter(({ charge, claimed, alone }) => alone && claimed + clocksOffMs + 1 < (due.get(charge) ?? 0))
      .map(({ ref, charge, claimed }) => `${ref} of ${charge} was claimed at ${claimed}, due at ${due.get(charge)}`)
  },

  'the provider is asked for each payment once, for its amount': ({ payments, provider }) =>
    payments.flatMap(({ ref, amount, currency, status }) => {
      const there = provider.get(ref)
      if (!there) return status === 'Success' ? [`${ref} is ${status}, and the provider has never seen it`] : []
      const same = there.begun === 1 && there.amount === amount && there.currency === currency
      return same ? [] : [`${ref} was begun ${there.begun} times, for ${there.amount} in place of ${amount}`]
    }),

  'what the provider took is a success here, and nothing else is': ({ payments, provider }) =>
    payments
      .filter(({ ref, status }) => (provider.get(ref)?.status === 'captured') !== (status === 'Success'))
      .map(({ ref, status }) => `${ref} is ${status} here and ${provider.get(ref)?.status ?? 'unknown'} there`),

  'the provider has no payment that is unknown here': ({ payments, provider }) => {
    const known = new Set(payments.map(({ ref }) => ref))
    return [...provider.keys()].filter((key) => !known.has(key)).map((key) => `the provider has ${key}`)
  },

  'what was collected is what the provider has kept in time': (evidence) => {
    const bySubscription = Map.groupBy(evidence.payments, ({ subscription }) => subscription)
    return evidence.subscriptions.flatMap(({ ref, collected }) => {
      const inTime = (bySubscription.get(ref) ?? []).filter(({ late }) => !late)
      const kept = inTime.reduce((sum, one) => sum + keptOf(evidence.provider.get(one.ref)), 0n)
      return kept === collected ? [] : [`${ref} says ${collected}, the provider has ${kept}`]
    })
  },

  'the provider owes what the ledger says': ({ payments, provider, receivable }) => {
    const currencies = new Set([...payments.map(({ currency }) => currency), ...receivable.map((one) => one.currency)])
    return [...currencies].flatMap((currency) => {
      const there = payments
        .filter((one) => one.currency === currency)
        .reduce((sum, { ref }) => sum + keptOf(provider.get(ref)), 0n)
      const here = receivable.find((one) => one.currency === currency)?.sum ?? 0n
      return there === here ? [] : [`${currency}: ${there} there, ${here} here`]
    })
  },

  'money that came too late is back in full': ({ payments, provider }) =>
    payments
      .filter(({ ref, late }) => late && keptOf(provider.get(ref)) !== 0n)
      .map(({ ref }) => `${ref} came too late, and ${keptOf(provider.get(ref))} is kept`),

  'a change is made when it is paid for, and only then': ({ changes }) =>
    changes.flatMap(({ subscription, state, to_pay, charge, charge_state }) => {
      const isPaid = charge === '' ? to_pay === 0n : charge_state === 'paid'
      const right = state === 'done' ? isPaid : state !== 'paying' && charge_state !== 'paid'
      return right ? [] : [`${subscription}: a change is ${state} and its charge ${charge_state}`]
    }),

  'nothing is claimed after a cancel or a pause': (evidence) =>
    stoppedPayments(evidence)
      .filter(({ claimed, stopped }) => claimed > stopped)
      .map(({ ref, claimed, stopped }) => `${ref} was claimed ${claimed - stopped} ms after the end`),

  'nothing is booked as paid after a cancel or a pause': ({ subscriptions }) =>
    subscriptions
      .filter(({ booked, stopped }) => booked !== null && stopped !== null && booked > stopped)
      .map(({ ref, booked, stopped }) => `${ref} was paid ${Number(booked) - Number(stopped)} ms after the end`),

  'what the provider was asked for after a cancel or a pause was looked at before it, less than 15 s ago, and is back':
    (evidence) =>
      stoppedPayments(evidence).flatMap(({ ref, claimed, asked, stopped }) => {
        const there = evidence.provider.get(ref)
        if (!there || there.at <= stopped) return []
        const looked = asked !== null && asked <= stopped + visibleMs && there.at - asked < 15_000
        const right = looked && claimed <= stopped && keptOf(there) === 0n
        return right
          ? []
          : [`${ref} was asked for ${there.at - stopped} ms after the end, looked at at ${(asked ?? 0) - stopped}`]
      }),
} satisfies Record<string, Find>
/** A commit can be seen a moment after its time: it is written to the disk first. */
const visibleMs = 250

/** What of a payment the provider has and does not owe back. */
const keptOf = (there: ProviderPayment | undefined): bigint =>
  there?.status === 'captured' ? there.amount - there.refunded : 0n
const isKept =
  ({ provider }: Evidence) =>
  ({ ref }: PaymentRow): boolean =>
    keptOf(provider.get(ref)) > 0n

/** The payments of what was cancelled or paused, with when. */
const stoppedPayments = ({ subscriptions, payments }: Evidence) => {
  const stops = new Map(subscriptions.map(({ ref, stopped }) => [ref, stopped]))
  return payments.flatMap((payment) => {
    const stopped = stops.get(payment.subscription) ?? null
    return stopped === null ? [] : [{ ...payment, stopped }]
  })
}
