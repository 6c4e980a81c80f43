import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { ask, askUntilCertain, isCertain, type Load } from './client.ts'
import { anyAddress, anyOf, attemptIntent } from './intents.ts'
import { becomes } from './deployment.ts'
import type { Intent } from './journal.ts'

/** A way to pay other than by a plain card, as the page starts it; of the methods that the demo's merchants offer. */
export const waysOf: Record<string, readonly Wish[]> = {
  acme: [
    { method: 'WALLET', sub_type: 'GRABPAY' }, { method: 'QR_CODE' }, { method: 'DIRECT_DEBIT' }, { method: 'BNPL' },
    { method: 'VA_BANK_TRANSFER' }, { method: 'BANK_TRANSFER' }, { method: 'DIRECT_BANK_TRANSFER' }, { method: 'OTC' },
    { method: 'COD', phone: '+65 6000 0000' },
  ],
  atlas: [{ method: 'WALLET' }, { method: 'QR_CODE' }, { method: 'OTC' }, { method: 'VA_BANK_TRANSFER' }],
  borneo: [{ method: 'WALLET' }, { method: 'NET_BANKING' }, { method: 'QR_CODE' }, { method: 'BNPL' }],
  delta: [{ method: 'WALLET' }, { method: 'NET_BANKING' }, { method: 'CARD', sub_type: 'ATM_CARD' }, { method: 'DIRECT_DEBIT' }],
} // prettier-ignore
export interface Wish {
  method: string
  sub_type?: string
  phone?: string
  /** Of the payer; the provider takes a misbehaviour from it. */
  shopper_name?: string
}

/** What the payer does on the provider's page, and how the provider then tells of it; empty is once, at once. */
export interface Played {
  act: 'approve' | 'decline' | 'no_funds' | 'cancel'
  callbacks: '' | 'thrice' | 'reversed' | 'late' | 'never'
}

/** One attempt, until its start is answered for certain. */
export async function begin(load: Load, created: Intent, wish: Wish): Promise<Intent> {
  const attempted = attemptIntent(created, { linkRef: created.answer?.ref ?? '', ...wish })
  await askUntilCertain(load, attempted)
  return attempted
}

/** Waits until the page is told what to do, then does it as a browser would, and comes back where there is a way back. */
export async function play(load: Load, attempted: Intent, { act, callbacks }: Played): Promise<void> {
  const action = await actionOf(load, attempted)
  const page = action['url'] || action['test_url']
  if (!page) return
  if (act === 'cancel') return cancel(load, attempted)
  const back = await decide(page, { act, callbacks })
  if (action['kind'] === 'redirect') await comeBack(load, back)
}

/** Decides on the provider's page as a browser would; the address that the browser is led to then. */
export async function decide(page: string, decision: Played): Promise<string> {
  const answer = await request(page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...decision }).toString(),
  })
  await answer.body.dump()
  if (answer.statusCode !== 303) throw new Error(`the provider's page answered ${answer.statusCode}`)
  return String(answer.headers['location'] ?? '')
}

/** To either API: the address in it is the one that browsers use. */
async function comeBack({ deployment }: Load, back: string): Promise<void> {
  const { pathname, search } = new URL(back)
  const headers = { 'x-forwarded-for': anyAddress() }
  const page = await request(`${anyOf(deployment.apis).url}${pathname}${search}`, { headers })
  await page.body.dump()
}

export async function cancel({ deployment, journal }: Load, attempted: Intent): Promise<void> {
  const path = `/api/checkout/${attempted.linkRef}/attempts/${attempted.answer?.ref}/cancel`
  const question = { method: 'POST', path, headers: { 'x-forwarded-for': anyAddress() } } as const
  // A node that is too busy says so, and the page's button is pressed again.
  const taken = async () => isCertain(await ask(journal, anyOf(deployment.apis).url, question))
  if (!(await becomes(taken, 30_000))) throw new Error(`nobody takes the wish to cancel ${attempted.mark}`)
}

export async function actionOf(
  { deployment, journal }: Load,
  attempted: Intent,
  { patienceMs = 60_000 } = {},
): Promise<Record<string, string>> {
  const path = `/api/checkout/${attempted.linkRef}/attempts/${attempted.answer?.ref}`
  const headers = { 'x-forwarded-for': anyAddress() }
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const answer = await ask(journal, anyOf(deployment.apis).url, { method: 'GET', path, headers })
    const action = answer?.content['action'] as Record<string, string> | undefined
    if (answer?.status === 200 && (answer.content['state'] !== 'waiting' || action?.['kind'] !== 'none'))
      return action ?? {}
    await delay(100)
  }
  throw new Error(`nobody says what to do for ${attempted.mark}`)
}
