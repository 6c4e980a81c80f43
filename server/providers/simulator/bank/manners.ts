import type { CallbackManner } from '../cards.ts'

/**
 * What the bank does with a payout, by the name of the holder of its account; with a deposit, by its payer, as far as its call-backs
 * go. Any other name is paid after one delay. `docs/simulator.md` prints this table.
 */
export const bankManners = {
  plain: { steps: [{ status: 'paid', delays: 1 }] },
  pending: { steps: [] },
  'invalid account': { steps: [{ status: 'failed', reason: 'invalid_account', delays: 0 }] },
  'account closed': { steps: [{ status: 'failed', reason: 'account_closed', delays: 1 }] },
  'name differs': { steps: [{ status: 'failed', reason: 'name_mismatch', delays: 1 }], name: 'NO_MATCH' },
  'name close': { steps: [{ status: 'paid', delays: 1 }], name: 'CLOSE_MATCH' },
  'name unknown': { steps: [{ status: 'paid', delays: 1 }], name: 'NOT_POSSIBLE' },
  'bank offline': { steps: [{ status: 'failed', reason: 'bank_offline', delays: 1 }] },
  'no answer': { steps: [{ status: 'paid', delays: 1 }], answer: 'never' },
  'error after effect': { steps: [{ status: 'paid', delays: 1 }], answer: 'error-after' },
  'error before effect': { steps: [{ status: 'paid', delays: 1 }], answer: 'error-before' },
  'never seen': { steps: [{ status: 'paid', delays: 1 }], answer: 'lost' },
  'callbacks thrice': { steps: [{ status: 'paid', delays: 1 }], callbacks: 'thrice' },
  'callbacks late': { steps: [{ status: 'paid', delays: 1 }], callbacks: 'late' },
  'callbacks reversed': { steps: [{ status: 'paid', delays: 1 }], callbacks: 'reversed' },
  'callbacks never': { steps: [{ status: 'paid', delays: 1 }], callbacks: 'never' },
  returned: { steps: [{ status: 'paid', delays: 1 }, { status: 'returned', delays: 2 }] },
  'returned less': { steps: [{ status: 'paid', delays: 1 }, { status: 'returned', delays: 2, less: true }] },
  // The word alone: no money moves by it.
  contradicts: { steps: [{ status: 'failed', reason: 'bank_offline', delays: 1 }, { status: 'paid', delays: 2, word: true }] },
  slow: { steps: [{ status: 'paid', delays: 2_400 }] },
} as const satisfies Record<string, BankManner> // prettier-ignore

export type BankMannerName = keyof typeof bankManners
export const bankMannerNames = Object.keys(bankManners) as [BankMannerName, ...BankMannerName[]]

export interface BankManner {
  /** What becomes of a payout, each so many delays after it was asked for. */
  steps: readonly Step[]
  /** `lost`: the first request is cut off before the bank has seen it. */
  answer?: 'never' | 'error-after' | 'error-before' | 'lost'
  callbacks?: CallbackManner
  /** What a check of the name finds; a match unless it says so. */
  name?: 'CLOSE_MATCH' | 'NO_MATCH' | 'NOT_POSSIBLE'
}
export interface Step {
  status: BankStatus
  delays: number
  reason?: BankReason
  /** The bank keeps a hundredth of what comes back, and one minor unit at least. */
  less?: true
  /** It is told, and nothing is done. */
  word?: true
}
export const bankStatuses = ['pending', 'paid', 'failed', 'returned'] as const
export type BankStatus = (typeof bankStatuses)[number]

/** Why the bank does not pay, with what it says. */
export const bankReasons = {
  invalid_account: 'There is no such account.',
  account_closed: 'The account is closed.',
  name_mismatch: 'The account belongs to somebody else.',
  bank_offline: 'The bank cannot be reached.',
  not_enough: 'The virtual account has not enough.',
  unknown_account: 'There is no such virtual account.',
  other_currency: 'The virtual account is in another currency.',
  refused: 'The bank refuses it.',
} as const
export type BankReason = keyof typeof bankReasons
export const bankReasonNames = Object.keys(bankReasons) as [BankReason, ...BankReason[]]

/** The manner that a name asks for, of those that there are, whatever its case and blanks. */
export function mannerNamed<Name extends string>(names: readonly Name[], name: string): Name | 'plain' {
  const wish = name.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  return names.find((manner) => wish === `sim ${manner}`) ?? 'plain'
}
export const mannerByName = (name: string): BankMannerName => mannerNamed(bankMannerNames, name)

/** What comes back where the bank keeps its charge. */
export function lessCharge(amountMinor: bigint): bigint {
  const charge = amountMinor / 100n > 1n ? amountMinor / 100n : 1n
  return amountMinor > charge ? amountMinor - charge : amountMinor
}

/** A step as it is taken; `returnedMinor` is what has come back in all, everything unless it is given. */
export type TakenStep = Pick<Step, 'status' | 'reason' | 'less' | 'word'> & { returnedMinor?: bigint }

/** What a person at the bank does with what it pays out. */
export const bankActs = ['pay', 'refuse', 'return'] as const
export function stepOf({
  act,
  amount_minor,
}: {
  act: (typeof bankActs)[number]
  amount_minor?: string | undefined
}): TakenStep {
  if (act === 'pay') return { status: 'paid' }
  if (act === 'refuse') return { status: 'failed', reason: 'refused' }
  return { status: 'returned', ...(amount_minor && { returnedMinor: BigInt(amount_minor) }) }
}

interface Standing {
  status: BankStatus
  amountMinor: bigint
  returnedMinor: bigint
}

/** What the file has of a step; null where it cannot come after what is. */
export function changeBy(step: TakenStep, standing: Standing) {
  const { amountMinor } = standing
  const { status, reason, word } = step
  const returned = step.returnedMinor ?? (step.less ? lessCharge(amountMinor) : amountMinor)
  if (!canFollow(step, standing, returned)) return null
  return {
    status,
    ...(reason && { reason }),
    ...(status === 'returned' && { returned_minor: String(returned) }),
    ...(word && { word }),
  }
}

/** What is pending is paid or fails; what is paid comes back, more of it each time. */
function canFollow({ status: next, word }: TakenStep, { status, ...standing }: Standing, returned: bigint): boolean {
  if (word) return status === 'failed'
  if (next !== 'returned') return status === 'pending'
  return (
    (status === 'paid' || status === 'returned') &&
    returned > standing.returnedMinor &&
    returned <= standing.amountMinor
  )
}
