import type { Chance } from './chance.ts'

/** What happens to an invoice once it is issued. What would be later than now has not happened yet. */
export interface Step {
  act: Act
  /** Shares of the time from issue to the end of the due day; above 1 it is overdue. */
  when: readonly [from: number, to: number]
}
export type Act =
  /** A customer opens it, pays a share of what is due, or fails to. */
  | { kind: 'open' | 'decline' }
  | { kind: 'pay' | 'outside' | 'refund' | 'credit'; share: number }
  /** Money of an attempt that had been given up comes after the invoice was voided. */
  | { kind: 'void' | 'unvoid' | 'bounce' | 'late_money' }

export interface Story {
  weight: number
  steps: readonly Step[]
  /** It can be paid in parts. */
  inParts?: true
  /** The days that it is due in, where that matters. */
  dueDays?: number
  /** It was handed over by other means than a message. */
  byHand?: true
}

const step = (act: Act, from: number, to = from): Step => ({ act, when: [from, to] })
const open = (from: number, to: number) => step({ kind: 'open' }, from, to)
const pay = (share: number, from: number, to: number) => step({ kind: 'pay', share }, from, to)
const outside = (share: number, from: number, to: number) => step({ kind: 'outside', share }, from, to)

const stories: readonly Story[] = [
  { weight: 36, steps: [open(0.01, 0.2), pay(1, 0.2, 0.95)] },
  { weight: 8, steps: [open(0.01, 0.2), pay(1, 0.02, 0.06)] },
  { weight: 9, steps: [open(0.05, 0.9), pay(1, 1.05, 2.2)] },
  { weight: 10, steps: [open(0.05, 0.9)] },
  { weight: 3, steps: [], byHand: true },
  { weight: 5, steps: [open(0.01, 0.2), pay(0.4, 0.1, 0.4), open(0.5, 0.7), pay(1, 0.7, 1.3)], inParts: true },
  { weight: 5, steps: [open(0.01, 0.2), pay(0.5, 0.2, 0.6)], inParts: true },
  { weight: 8, steps: [outside(1, 0.3, 0.98)], byHand: true },
  { weight: 3, steps: [open(0.1, 0.3), outside(1, 1.1, 1.6)] },
  { weight: 4, steps: [open(0.1, 0.2), step({ kind: 'decline' }, 0.3, 0.5), pay(1, 0.5, 0.6)] },
  { weight: 3, steps: [step({ kind: 'void' }, 0.05, 0.4)] },
  { weight: 1, steps: [step({ kind: 'void' }, 0.1), step({ kind: 'unvoid' }, 0.3), pay(1, 0.4, 0.9)] },
  { weight: 3, steps: [pay(1, 0.1, 0.3), step({ kind: 'refund', share: 1 }, 0.5, 0.6)] },
  { weight: 3, steps: [pay(1, 0.1, 0.3), step({ kind: 'refund', share: 0.3 }, 0.4, 0.6)] },
  { weight: 3, steps: [step({ kind: 'credit', share: 0.25 }, 0.1, 0.3), pay(1, 0.5, 0.9)] },
  { weight: 1, steps: [step({ kind: 'credit', share: 1 }, 0.2, 0.5)] },
  { weight: 1, steps: [step({ kind: 'bounce' }, 0.001)] },
  { weight: 1, steps: [step({ kind: 'late_money' }, 0.1)] },
]

/** The story of an invoice that is issued so many days ago. The oldest were never paid. */
export function storyOf(daysAgo: number, chance: Chance): Story {
  if (daysAgo >= longAgo) return { weight: 1, steps: [open(0.2, 0.9)], dueDays: 2 }
  return chance.weighed(stories.map((story) => [story, story.weight] as const))
}
/** Those that are due within days of it are overdue for more than 90 days by now. */
const longAgo = 93.5
