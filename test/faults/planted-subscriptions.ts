import type { Patch } from './patched-source.ts'

const calendar = 'server/subscription-store/calendar.ts'

/** Each boundary is reckoned from the one before. */
export const boundaryFromBefore: readonly Patch[] = [
  {
    file: calendar,
    from: `    const there = local.add({ [unit]: n * each }, { overflow: 'constrain' })`,
    to: `    let there = local
    for (let step = 0; step < n; step++)
      there = there.add({ [unit]: each }).toZonedDateTime(timeZone).toPlainDateTime()`,
  },
]

/** Days are those of UTC. */
export const daysOfUtc: readonly Patch[] = [
  { file: calendar, from: `there.toZonedDateTime(timeZone, {`, to: `there.toZonedDateTime('UTC', {` },
  { file: calendar, from: `.toZonedDateTimeISO(timeZone)`, to: `.toZonedDateTimeISO('UTC')` },
]

/** A month has thirty days. */
export const thirtyDayMonths: readonly Patch[] = [
  { file: calendar, from: `M: { unit: 'months', count: 1 }`, to: `M: { unit: 'days', count: 30 }` },
]

/** Of two equal local times the second is taken. */
export const secondOfTwo: readonly Patch[] = [
  { file: calendar, from: `disambiguation: 'compatible'`, to: `disambiguation: 'later'` },
]

const proration = 'server/subscription-store/proration.ts'

/** Credit is by time alone, whatever was paid. */
export const creditWithoutLimit: readonly Patch[] = [
  { file: proration, from: `return credit < most ? credit : most`, to: `return credit` },
]

/** Halves of a change go to the even neighbour. */
export const halfEvenChange: readonly Patch[] = [
  { file: proration, from: `import { divideHalfAway }`, to: `import { divideHalfEven as divideHalfAway }` },
]

/** The difference is rounded once, in place of each line. */
export const netRoundedOnce: readonly Patch[] = [
  {
    file: proration,
    from: `  return lines(period, at, divideHalfAway(amount * remaining, whole))`,
    to: `  const old = period.amounts.at(-1)?.amount ?? 0n
  return lines(period, at, creditOf(period, at) + divideHalfAway((amount - old) * remaining, whole))`,
  },
]

/** Each request for a payment's money has a key of its own, and how the one before stands is not asked. */
export const keyOfEachTry: readonly Patch[] = [
  { file: 'server/payments/jobs.ts', from: `if (asked) {`, to: `if (asked && process.env['NEVER']) {` },
  {
    file: 'server/payments/authorise-request.ts',
    from: `key: orderRef,\n    amountMinor`,
    to: 'key: payment.mandate_ref && payment.channel_asked_at ? `${orderRef}.${Date.now()}` : orderRef,\n    amountMinor',
  },
]

/** A job of a subscription begins its next period because it is there, whatever the row says of when. */
export const chargeByTheJob: readonly Patch[] = [
  {
    file: 'server/subscription-charges/act.ts',
    from: `  if (!isDue(ctx, found.next_act_at)) return comeAgain(ctx, found)\n`,
    to: '',
  },
  {
    file: 'server/subscription-charges/act.ts',
    from: `isDue(ctx, subscription.next_act_at) ? await act`,
    to: `found.next_act_at ? await act`,
  },
  {
    file: 'server/subscription-charges/act.ts',
    from: `const begins = isDue(ctx, subscription.next_due_at) &&`,
    to: `const begins = subscription.next_due_at !== null &&`,
  },
]

/** A subscription is looked at, and what is due of it is done a little later, under a lock that comes too late. */
export const readBeforeTheLock: readonly Patch[] = [
  {
    file: 'server/subscription-charges/act.ts',
    from: `  const found = await findSubscription(ctx, orderRef, { lock: true })
`,
    to: `  const found = await findSubscription(ctx, orderRef)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await findSubscription(ctx, orderRef, { lock: true })
`,
  },
]

/** A charge that is tried again looks whether it is unpaid itself, and not at its subscription. */
export const retryByItsRow: readonly Patch[] = [
  {
    file: 'server/subscription-charges/try.ts',
    from: `  if (!isCharged(subscription) || subscription.paused_at) return putOff(ctx, subscription, charge, null)
`,
    to: '',
  },
  {
    file: 'server/subscription-charges/retry.ts',
    from: `  if (!isCharged(subscription) || subscription.paused_at) return subscription
`,
    to: '',
  },
  {
    file: 'server/subscription-changes/handlers.ts',
    from: `      if (subscription.paused_at) throw new Fault('wrongState', { why: 'it is paused' })
      const open`,
    to: `      const open`,
  },
]

/** Money of a charge is kept whenever it comes. */
export const lateMoneyOfSubscriptionsKept: readonly Patch[] = [
  {
    file: 'server/subscription-charges/payable.ts',
    from: `Promise.resolve(state === 'payable' ? null : 'refund')`,
    to: `Promise.resolve(state === 'paid' ? 'refund' : 'accept')`,
  },
]
