import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from './client.ts'
import { anyOf } from './intents.ts'
import type { Wish } from './payout-checker.ts'
import type { Act, Desk, Details } from './payout-desk.ts'
import type { Person } from './payout-people.ts'

/** One payout of a race, as its people know it. */
export interface Racing {
  wish: Wish
  ref: string
  details: Details
  revision: number
  /** `Gone` once nobody has to let it go any more. */
  state: 'Created' | 'Verified' | 'Gone'
  edits: { sentAt: number; answeredAt: number }[]
}
/** What somebody gave with a code, as it was taken. */
export interface Given {
  act: Act
  by: Person
  refs: string[]
  /** The message that carried the code, and when it was there. */
  message: string
  codeAt: number
  sentAt: number
}
export interface Race {
  racing: Racing[]
  given: Given[]
  cancelled: Set<string>
  /** How often each answer was given to a code. */
  answers: Record<string, number>
}

interface Field {
  accountNo: string
  payouts: number
  verifiers: readonly Person[]
  approvers: readonly Person[]
  edits: number
  cancels: number
  /** The most milliseconds between a code and its use. */
  pauseMs?: number
  /** What an edit changes. */
  change: (details: Details) => Details
}

/** All payouts are verified, approved, edited and cancelled at once, until nothing waits for people. */
export async function runRace(desk: Desk, field: Field): Promise<Race> {
  const race: Race = { racing: await make(desk, field), given: [], cancelled: new Set(), answers: {} }
  const isOver = () => race.racing.every(({ state }) => state === 'Gone')
  const until = async (isDone: () => boolean, step: () => Promise<void>) => {
    while (!isDone()) await step()
  }
  const { pauseMs = 60 } = field
  let [edits, cancels] = [field.edits, field.cancels]
  await Promise.all([
    ...field.verifiers.map((by) => until(isOver, () => give(desk, race, { by, act: 'verify', pauseMs }))),
    ...field.approvers.map((by) => until(isOver, () => give(desk, race, { by, act: 'approve', pauseMs }))),
    ...[1, 2].map(() =>
      until(
        () => isOver() || edits <= 0,
        () => {
          edits -= 1
          return edit(desk, race, field.change)
        },
      ),
    ),
    until(
      () => isOver() || cancels <= 0,
      () => {
        cancels -= 1
        return cancel(desk, race)
      },
    ),
  ])
  return race
}

async function make(desk: Desk, { accountNo, payouts }: Field): Promise<Racing[]> {
  const made: Racing[] = []
  while (made.length < payouts) {
    const wanted = Array.from({ length: Math.min(50, payouts - made.length) }, (_, at) => someDetails(accountNo, at))
    const wishes = await desk.make(wanted)
    for (const [at, wish] of wishes.entries())
      made.push({
        wish,
        ref: wish.answer?.ref ?? '',
        details: wanted[at] as Details,
        revision: 1,
        state: 'Created',
        edits: [],
      })
  }
  return made
}
export const someDetails = (accountNo: string, at = 0): Details => ({
  accountNo,
  amountMinor: anyAmount(),
  holder: 'Supplier Pte Ltd',
  number: String(40_000_000 + at * 10),
})
const anyAmount = () => BigInt(1_000 + Math.floor(Math.random() * 90_000))
export const anotherAmount = (details: Details): Details => ({ ...details, amountMinor: anyAmount() })
export const anotherDigit = (details: Details): Details => ({
  ...details,
  number: details.number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
})
/** What nobody who lets it go is told of. */
export const anotherRemark = (details: Details): Details => ({ ...details, remarks: `Invoice ${Math.random()}` })

/** One to three payouts, as many as a message names, by a code that waits a moment before it is given. */
async function give(
  desk: Desk,
  { racing, given, answers }: Race,
  { by, act, pauseMs }: { by: Person; act: Act; pauseMs: number },
): Promise<void> {
  const from = act === 'verify' ? 'Created' : 'Verified'
  const waiting = racing.filter(({ state }) => state === from)
  if (waiting.length === 0) return delay(25)
  const chosen = [...new Set(Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => anyOf(waiting)))]
  const refs = chosen.map(({ ref }) => ref)
  const code = await desk.code(by, act, refs)
  if (!code) return lookAgain(desk, chosen)
  const codeAt = performance.now()
  await delay(Math.random() * pauseMs)
  const sentAt = performance.now()
  const answer = await desk.decide(by, act, { otp: code.code, txn_refs: refs })
  const said = `${act} ${answer?.status ?? 'no answer'} ${answer?.status === 200 ? '' : answer?.reason}`.trim()
  answers[said] = (answers[said] ?? 0) + 1
  if (answer?.status === 200) given.push({ act, by, refs, message: code.message, codeAt, sentAt })
  await lookAgain(desk, chosen)
}

async function edit(desk: Desk, { racing }: Race, change: Field['change']): Promise<void> {
  const open = racing.filter(({ state }) => state !== 'Gone')
  if (open.length === 0) return
  const one = anyOf(open)
  const details = change(one.details)
  const sentAt = performance.now()
  const answer = await desk.edit(one.ref, one.revision, details, one.wish.mark)
  if (answer?.status === 200) noteEdit(one, details, answer, sentAt)
  await lookAgain(desk, [one])
  await delay(Math.random() * 40)
}
export function noteEdit(one: Racing, details: Details, { content }: Answer, sentAt: number): void {
  one.edits.push({ sentAt, answeredAt: performance.now() })
  Object.assign(one, { details, revision: Number(content['revision']) })
  one.wish.amountMinor = details.amountMinor
}

async function cancel(desk: Desk, { racing, cancelled }: Race): Promise<void> {
  const one = anyOf(racing)
  const answer = await desk.cancel(one.ref)
  if (answer?.status === 200) cancelled.add(one.ref)
  await lookAgain(desk, [one])
  await delay(Math.random() * 80)
}

/** How payouts stand: what two are told at once says nothing of which came first. */
async function lookAgain({ deployment }: Desk, some: readonly Racing[]): Promise<void> {
  const rows = await deployment.sql<{ txn_ref: string; status: string; revision: number }>(
    'select txn_ref, status, revision from payouts where txn_ref = any ($1)',
    [some.map(({ ref }) => ref)],
  )
  for (const one of some) {
    const row = rows.find(({ txn_ref }) => txn_ref === one.ref)
    const isOpen = row?.status === 'Created' || row?.status === 'Verified'
    one.state = isOpen ? (row.status as 'Created' | 'Verified') : 'Gone'
    one.revision = row?.revision ?? one.revision
  }
}
