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
