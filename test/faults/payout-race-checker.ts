import type { Deployment } from './deployment.ts'
import type { Given, Race } from './payout-race.ts'
import { readBank } from './payout-witness.ts'

export interface RaceFinding {
  rule: RaceRule
  detail: string
}
export type RaceRule = keyof typeof rules

interface Seen extends Race {
  /** As it was let go: of what the bank has, what the bank has. */
  payouts: Map<
    string,
    { status: string; amountMinor: bigint; lastFour: string; wasApproved: boolean; isAtBank: boolean }
  >
}

/** Holds what people were told and gave against what became of it. None is tolerated. */
export async function raceFindings(deployment: Deployment, race: Race): Promise<RaceFinding[]> {
  const rows = await deployment.sql<{
    txn_ref: string
    status: string
    minor: string
    last_four: string
    approved: boolean
  }>(
    `select txn_ref, status, amount_minor::text as minor, last_four, approved_time is not null as approved
     from payouts where txn_ref = any ($1)`,
    [race.racing.map(({ ref }) => ref)],
  )
  const bank = new Map((await readBank(deployment.simulator.dir)).payouts.map((payout) => [payout.key, payout]))
  const payouts: Seen['payouts'] = new Map()
  for (const { txn_ref, status, minor, last_four, approved: wasApproved } of rows) {
    const there = bank.get(txn_ref)
    const [amountMinor, lastFour] = [there?.amountMinor ?? BigInt(minor), there?.number.slice(-4) ?? last_four]
    payouts.set(txn_ref, { status, amountMinor, lastFour, wasApproved, isAtBank: there !== undefined })
  }
  const seen: Seen = { ...race, payouts }
  return Object.entries(rules).flatMap(([rule, find]) =>
    find(seen).map((detail) => ({ rule: rule as RaceRule, detail })),
  )
}

type Find = (seen: Seen) => string[]
const rules = {
  'what is let go is what the message with the code told': ({ given, payouts }) =>
    given.filter(isApproval).flatMap(({ refs, message, by }) => {
      const wanted = refs.map((ref) => {
        const { amountMinor, lastFour } = payouts.get(ref) ?? {}
        return `${amountMinor} to ${lastFour}`
      })
      const told = linesOf(message).map(({ minor, lastFour }) => `${minor} to ${lastFour}`)
      const sum = refs.reduce((total, ref) => total + (payouts.get(ref)?.amountMinor ?? 0n), 0n)
      const right = wanted.toSorted().join() === told.toSorted().join() && sum === totalOf(message)
      return right ? [] : [`${by.name} was told ${told.join()}, and let go ${refs.join()}: ${wanted.join()}`]
    }),

  'a code from before a change lets nothing go after it': ({ given, racing }) => {
    const edits = new Map(racing.map((one) => [one.ref, one.edits]))
    return given.flatMap(({ act, by, refs, codeAt, sentAt }) =>
      refs
        .filter((ref) => edits.get(ref)?.some((edit) => codeAt < edit.sentAt && edit.answeredAt < sentAt))
        .map((ref) => `${by.name} could ${act} ${ref} by a code from before its change`),
    )
  },

  'each payout is approved once, or never': ({ given, payouts }) => {
    const approvals = given.filter(isApproval).flatMap(({ refs }) => refs)
    return [...payouts].flatMap(([ref, { wasApproved, status }]) => {
      const times = approvals.filter((approved) => approved === ref).length
      return times === (wasApproved ? 1 : 0) ? [] : [`${ref} is ${status}, and was approved ${times} times`]
    })
  },

  'what was cancelled stays cancelled, and is not at the bank': ({ cancelled, payouts }) =>
    [...cancelled].flatMap((ref) => {
      const { status, isAtBank } = payouts.get(ref) ?? {}
      return status === 'Cancelled' && !isAtBank ? [] : [`${ref} was cancelled, and is ${status}`]
    }),
} satisfies Record<string, Find>

const isApproval = ({ act }: Given) => act === 'approve'
const linesOf = (message: string) =>
  [...message.matchAll(/SGD ([\d,.]+) to .+?, account ending (\d+)/g)].map(([, amount = '', lastFour = '']) => ({
    minor: minorOf(amount),
    lastFour,
  }))
const totalOf = (message: string) => minorOf(/of SGD ([\d,.]+) in total/.exec(message)?.[1] ?? '')
const minorOf = (amount: string) => BigInt(amount.replaceAll(/[,.]/g, ''))
