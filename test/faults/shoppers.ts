import { setTimeout as delay } from 'node:timers/promises'
import { ask, askUntilCertain, cardToken, openPage, type Load } from './client.ts'
import { anyAddress, anyOf, attemptIntent, createIntent } from './intents.ts'
import type { Intent } from './journal.ts'

/** Cards by what the provider does with them; of the simulator's table. */
export const cards = {
  success: '4242424242424242',
  declined: '4000000000009995',
  pendingThenSuccess: '4000000000005019',
  pendingThenDecline: '4000000000005027',
  noAnswer: '4000000000005043',
  errorAfterEffect: '4000000000005050',
  errorBeforeEffect: '4000000000005068',
  callbacksThrice: '4000000000005076',
  callbacksReversed: '4000000000005084',
  callbacksLate: '4000000000005092',
  refundDeclined: '4000000000006017',
  refundPending: '4000000000006025',
  refundErrorAfterEffect: '4000000000006066',
  refundCallbacksReversed: '4000000000006074',
} as const
export type Card = keyof typeof cards

/** What ends within a second. */
export const plain: readonly Card[] = [
  'success', 'success', 'success', 'success', 'success', 'declined', 'declined', 'pendingThenSuccess',
  'pendingThenDecline', 'callbacksThrice', 'callbacksReversed', 'callbacksLate',
] // prettier-ignore

/** With the lies that do not take a time-out to be found out. */
export const usual: readonly Card[] = [...plain, 'errorAfterEffect', 'errorBeforeEffect']

/**
 * A closed loop: each shopper has a link made, pays it with up to three cards and waits for the end as the page does.
 * `stop` lets nobody begin anew and waits until every question has its answer.
 */
export function startLoad(load: Load, { shoppers = 8, mix = usual } = {}): { stop(): Promise<void> } {
  let stopping = false
  const shopping = Array.from({ length: shoppers }, async () => {
    while (!stopping) await shop(load, { mix, isOver: () => stopping })
  })
  return {
    async stop() {
      stopping = true
      await Promise.all(shopping)
    },
  }
}

async function shop(load: Load, { mix, isOver }: { mix: readonly Card[]; isOver: () => boolean }): Promise<void> {
  const created = createIntent(anyOf(load.merchants))
  await askUntilCertain(load, created)
  if (created.answer?.status !== 200) return
  while (!isOver() && !(await openPage(load, created.answer.ref))) await delay(100)
  for (let attempt = 1; attempt <= 3 && !isOver(); attempt++) {
    const attempted = await pay(load, created, anyOf(mix))
    if (attempted.answer?.status !== 200) return
    if ((await untilTold(load, attempted, isOver)) !== 'declined') return
  }
}

/** One attempt with one card, until its start is answered for certain. */
export async function pay(load: Load, created: Intent, card: Card): Promise<Intent> {
  const token = await cardToken(load, cards[card])
  const attempted = attemptIntent(created, { linkRef: created.answer?.ref ?? '', token })
  await askUntilCertain(load, attempted)
  return attempted
}

/** What the shopper's page does: asks until it is told the end. */
export async function untilTold(
  { deployment, journal }: Load,
  attempted: Intent,
  isOver: () => boolean = () => false,
  { patienceMs = 30_000 } = {},
): Promise<'paid' | 'declined' | 'unknown'> {
  const orderRef = attempted.answer?.ref ?? ''
  const headers = { 'x-forwarded-for': anyAddress() }
  const deadline = performance.now() + patienceMs
  while (!isOver() && performance.now() < deadline) {
    const path = `/api/checkout/${attempted.linkRef}/attempts/${orderRef}`
    const answer = await ask(journal, anyOf(deployment.apis).url, { method: 'GET', path, headers })
    const state = answer?.status === 200 ? answer.content['state'] : 'waiting'
    if (state === 'paid' || state === 'declined') {
      journal.told.push({ orderRef, state })
      return state
    }
    await delay(200)
  }
  return 'unknown'
}
