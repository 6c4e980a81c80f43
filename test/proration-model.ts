import fc from 'fast-check'
import type * as prorations from '#server/subscription-store/proration.ts'

/** Random changes of amount within a period, held against fractions. */
export interface Story {
  startMs: number
  seconds: number
  amount: bigint
  paidPart: number
  /** At which part of the period, in millionths, and to which amount. */
  changes: readonly { part: number; amount: bigint }[]
}

const anyAmount = fc.oneof(fc.bigInt(0n, 12n), fc.bigInt(0n, 20_000n), fc.bigInt(0n, 10n ** 12n))
export const anyStory: fc.Arbitrary<Story> = fc.record({
  startMs: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
  // An hour to five years, and a few seconds: there many lines are halves.
  seconds: fc.oneof(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 3_600, max: 158_000_000 })),
  amount: anyAmount,
  paidPart: fc.oneof({ weight: 4, arbitrary: fc.constant(100) }, fc.integer({ min: 0, max: 100 })),
  changes: fc.array(fc.record({ part: fc.nat(999_999), amount: anyAmount }), { minLength: 1, maxLength: 12 }),
})

/** n ÷ d to the nearest integer, of two equally near ones the larger; none here is negative. */
function rounded(n: bigint, d: bigint): bigint {
  const down = n / d
  return (n - down * d) * 2n >= d ? down + 1n : down
}

type Prorate = Pick<typeof prorations, 'prorate'>

/** Lives a story; tells what each change came to, and what was paid and used by then. */
function live({ prorate }: Prorate, story: Story, changes: Story['changes']) {
  const whole = BigInt(story.seconds)
  const period = { start: new Date(story.startMs), end: new Date(story.startMs + story.seconds * 1_000) }
  const amounts = [{ from: period.start, amount: story.amount }]
  let paid = (story.amount * BigInt(story.paidPart)) / 100n
  let [used, last, current] = [0n, 0n, story.amount]
  return changes
    .map(({ part, amount }) => ({ amount, after: BigInt(Math.floor((story.seconds * part) / 1_000_000)) }))
    .toSorted((a, b) => Number(a.after - b.after))
    .map(({ after, amount }) => {
      const at = new Date(story.startMs + Number(after) * 1_000)
      const before = { paid, amount: current }
      used += current * (after - last)
      const sums = prorate({ ...period, amounts, paid }, { at, amount })
      amounts.push({ from: at, amount })
      paid += sums.toPay - sums.toCredit
      ;[last, current] = [after, amount]
      return { ...before, next: amount, remaining: whole - after, whole, used, sums, paidAfter: paid }
    })
}

/** Where a line is not what the fractions say, or credit is above what was paid. */
export function changeFaults(of: Prorate, story: Story): string[] {
  return live(of, story, story.changes).flatMap(({ paid, amount, next, remaining, whole, used, sums }, at) => {
    const byTime = rounded(amount * remaining, whole)
    const left = paid * whole > used ? rounded(paid * whole - used, whole) : 0n
    const credit = byTime < left ? byTime : left
    const charge = rounded(next * remaining, whole)
    return [
      ...(sums.credit === credit ? [] : [`${at}: credit ${sums.credit}, not ${credit}`]),
      ...(sums.charge === charge ? [] : [`${at}: charge ${sums.charge}, not ${charge}`]),
      ...(sums.toPay - sums.toCredit === charge - credit ? [] : [`${at}: comes to another sum`]),
      ...(sums.toPay >= 0n && sums.toCredit >= 0n && (sums.toPay === 0n || sums.toCredit === 0n)
        ? []
        : [`${at}: both`]),
      ...(sums.toCredit <= paid ? [] : [`${at}: ${sums.toCredit} of ${paid} paid`]),
    ]
  })
}

/** Where a paid period that was never below its first amount has cost less than that. */
export function loopFaults(of: Prorate, story: Story): string[] {
  const above = story.changes.map(({ part, amount }, at) => ({
    part,
    amount: at % 2 === 0 ? story.amount + amount : story.amount,
  }))
  return live(of, { ...story, paidPart: 100 }, above).flatMap(({ paidAfter }, at) =>
    paidAfter >= story.amount ? [] : [`${at}: ${paidAfter} for ${story.amount}`],
  )
}
