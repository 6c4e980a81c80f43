import './checkout.css'
import { ask } from './ask.ts'
import {
  attemptEnd,
  cancelAttempt,
  type Press,
  type Progress,
  type SeenAttempt,
  startAttempt,
  type Started,
} from './attempts.ts'
import { frameOnPage } from './card-frame.ts'
import type { PageData, ScriptMethod } from './data.ts'
import { formFields } from './form-fields.ts'
import { listen, type Live } from './live.ts'
import { forgetAttempt, rememberAttempt, rememberedAttempt } from './memory.ts'
import { patienceIn } from './patience.ts'
import { pressFor } from './press.ts'
import { adaptToBrowser, showAlert, showBetween, showButton, showPanel, showProgress, showThanks } from './show.ts'
import { letCopy, showAction } from './show-action.ts'
import { letSendSlips } from './slips.ts'
import { wayList } from './ways.ts'
import { all, one } from './dom.ts'

/** The shopper's page: from the choice to the thank-you, over bad networks and reloads, without paying twice. */
const data = JSON.parse(one('#page-data')?.textContent ?? '') as PageData
const { texts, attemptsUrl } = data
const { offline, patience, patiently, following } = patienceIn(texts.progress)

let busy = false
/** The press whose arrival is not known; it is sent again as it is. */
let pending: Press | null = null
/** The attempt that this page has asked to be ended, to choose another way. */
let cancelled = ''

adaptToBrowser()
letCopy()
const form = one<HTMLElement>('form[data-panel]')
const fields = form && formFields({ brands: data.card?.brands ?? [], texts: texts.fields, today: () => new Date() })
const frame = form && frameOnPage(data)
const ways =
  form &&
  wayList(data.methods, (chosen, kept) => {
    frame?.choose(asksCard(chosen), kept)
    if (!busy) showButton(idle(chosen))
  })
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!busy) void whileBusy(pay)
})
for (const button of all('[data-test-card]')) {
  button.addEventListener('click', () => {
    if (busy || pending) return
    ways?.chooseCard()
    fields?.fill(button.dataset['testCard'] ?? '')
  })
}
// What the address says of a return is no outcome, and nothing to keep; the way was chosen by it once.
const query = new URLSearchParams(location.search)
const isBack = query.has('returned')
for (const name of ['returned', 'way']) query.delete(name)
history.replaceState(null, '', location.pathname + (query.size > 0 ? `?${query}` : ''))
// Programs that look at links run no scripts, so what this tells is a shopper.
if (data.openedUrl) void ask(data.openedUrl, { method: 'POST' })
void resume()

/** Goes on with an attempt that was under way when the page was loaded. */
async function resume(): Promise<void> {
  const orderRef = rememberedAttempt(attemptsUrl) || data.pendingOrderRef
  if (!orderRef) return
  if (data.state === 'payable' || data.state === 'processing') {
    showPanel('waiting')
    return whileBusy(() => follow(orderRef, { leave: false }))
  }
  // The page already says how things are; only a thank-you says more. The way on is taken for who has just come back from
  // the provider's page, whether or not the outcome came first; nobody else is sent there unasked.
  const end = await attemptEnd(attemptUrl(orderRef), patiently())
  if (end === 'gone' || end.state !== 'paid') return
  if (isBack) return ended(end, false)
  showThanks(end.orderRef, end.redirectUrl)
}

async function pay(): Promise<void> {
  const way = ways?.chosen()
  if (!way || !fields) return
  const pressed = pending ? { press: pending } : await pressFor({ way, fields, frame, data, progress: showProgress })
  if ('alert' in pressed) return alert(pressed.alert)
  if (!('press' in pressed)) return
  showProgress(asksCard(way) ? texts.progress.paying : texts.progress.starting)
  pending = pressed.press
  const started = await startAttempt(attemptsUrl, pressed.press, patiently())
  if (started.kind === 'unreachable') return alert(texts.trouble)
  if (started.kind === 'refused' && started.reason === 'TOO_MANY_REQUESTS') return alert(texts.busy)
  pending = null
  if (started.kind === 'refused') return refused(started)
  const orderRef = started.kind === 'attempt' ? started.attempt.orderRef : started.orderRef
  // Another attempt that the server does not name: the page as it is now names it.
  if (!orderRef) return location.reload()
  if (started.kind === 'attempt' && started.attempt.state !== 'waiting') return ended(started.attempt, true)
  return follow(orderRef, { leave: started.kind === 'attempt' })
}

/** `leave` to the provider's page when there is one: only who has just chosen it is sent there unasked. */
async function follow(orderRef: string, { leave }: { leave: boolean }): Promise<void> {
  rememberAttempt(attemptsUrl, orderRef)
  const live = listen(data.hasEvents ? `${attemptUrl(orderRef)}/events` : '')
  const onWaiting = (progress: Progress) => {
    const { attempt } = progress
    const { kind, url } = attempt?.action ?? { kind: 'none', url: '' }
    if (attempt && kind === 'redirect' && leave && /^https?:/.test(url)) {
      leave = false
      return location.assign(url)
    }
    if (attempt && kind !== 'none') showAction(attempt, { texts, way: wayOf(attempt) })
    showProgress(cancelled === orderRef ? texts.cancelling : kind === 'none' ? patience(progress) : offline(progress))
  }
  listenForCancel(orderRef, live)
  letSendSlips(attemptUrl(orderRef), texts.slips)
  const end = await attemptEnd(attemptUrl(orderRef), following(live, onWaiting))
  live.close()
  if (end !== 'gone') return ended(end, leave)
  forgetAttempt(attemptsUrl)
  // The server does not know the attempt, so the page shows the payable's present state.
  location.reload()
}

/** The wish to pay another way is taken to the provider; the attempt is over only when the provider says so. */
function listenForCancel(orderRef: string, live: Live): void {
  const button = one<HTMLButtonElement>('[data-other]')
  if (!button) return
  button.onclick = () => {
    if (cancelled === orderRef) return
    cancelled = orderRef
    showProgress(texts.cancelling)
    void cancelAttempt(attemptUrl(orderRef), patiently()).then((outcome) => {
      if (outcome !== 'taken') {
        cancelled = ''
        showProgress(outcome === 'refused' ? texts.cancelRefused : texts.progress.offline)
      }
      live.nudge()
    })
  }
}

/** An attempt that another one followed by itself is over only with that one. */
async function ended(attempt: SeenAttempt, leave: boolean): Promise<void> {
  if (attempt.state === 'declined') {
    if (attempt.next) return follow(attempt.next, { leave })
    forgetAttempt(attemptsUrl)
    return declined(attempt)
  }
  // What can be paid in parts is shown again for the next one.
  if (data.amount) forgetAttempt(attemptsUrl)
  else rememberAttempt(attemptsUrl, attempt.orderRef)
  if (!showThanks(attempt.orderRef, attempt.redirectUrl)) return
  one<HTMLElement>('[data-taking]')?.removeAttribute('hidden')
  setTimeout(() => location.assign(attempt.redirectUrl), 4_000)
}

type End = Pick<SeenAttempt, 'reason' | 'refusal' | 'method' | 'orderRef' | 'redirectUrl'>
type Words = Readonly<Record<string, { what: string; todo: string }>>

/**
 * Back to the form, empty but for the name, with the reason above it; who wished for it needs none. After a fault of the
 * provider the page comes anew, as another channel may take the payment then.
 */
function declined({ reason, refusal, method, orderRef, redirectUrl }: End): void {
  const byCard = ['CARD', 'INSTALLMENT', 'SUBSCRIPTION_CARD'].includes(method)
  const found = [byCard ? {} : texts.otherDeclines, texts.declines].find((words) => Object.hasOwn(words, reason))
  const { what, todo } = (found as Words | undefined)?.[reason] ?? texts.declinedUnknown
  if (reason === 'PAYMENT_CHANNEL_UNAVAILABLE') return showBetween(redirectUrl)
  fields?.clearCard()
  showPanel('pay')
  frame?.choose(asksCard(ways?.chosen()), false)
  if (cancelled !== orderRef) showAlert([what, ...(refusal ? [`\u2068${refusal}\u2069`] : []), todo, texts.declined])
}

/** The fields of the body that the server may find fault with, with ours. */
const blamable = [
  ['shopper_email', 'email', 'emailInvalid'],
  ['shopper_name', 'holder', 'holderLong'],
  ['phone', 'phone', 'phoneInvalid'],
  ['upi_id', 'upi_id', 'upiInvalid'],
  ['bank', 'bank', 'bankMissing'],
] as const

const changedMeanwhile = [
  'INVALID_PAYMENT_CHANNEL',
  'INVALID_STATUS_TYPE',
  'RECORD_NOT_FOUND_ERROR',
  'amount',
  'consent',
]

function refused({ reason, fields: blamed }: Extract<Started, { kind: 'refused' }>): void {
  const blame = blamable.find(([path]) => blamed.includes(path))
  if (blame) return fields?.blame(blame[1], blame[2])
  if (reason === 'MAX_RETRY_LIMIT_EXCEED') return showPanel('tooMany')
  if (reason === 'INVALID_CARD_INFO_ERROR')
    return declined({ reason, refusal: '', method: 'CARD', orderRef: '', redirectUrl: '' })
  // The channel that gave the token no longer takes it.
  if (reason === 'PAYMENT_CHANNEL_CHANGED') return showBetween('')
  // No longer offered, or paid, expired or cancelled meanwhile: the server has the page for it.
  if (changedMeanwhile.some((one) => one === reason || blamed.includes(one))) return location.reload()
  alert(texts.failed)
}

async function whileBusy(work: () => Promise<void>): Promise<void> {
  busy = true
  showAlert([])
  lock(true)
  showButton('working')
  await work()
  busy = false
  // What may already have arrived must not be changed under it.
  lock(pending !== null)
  showProgress('')
  showButton(idle(ways?.chosen()))
}

function lock(locked: boolean): void {
  fields?.lock(locked)
  frame?.lock(locked)
}

/** What the button says when there is nothing at work; the identifier of a way where that has words of its own. */
function idle(chosen: ScriptMethod | undefined): string {
  if (pending) return 'again'
  if (chosen?.cardPageOf) return chosen.id
  return asksCard(chosen) ? 'pay' : 'goOn'
}

function asksCard(way: ScriptMethod | undefined): boolean {
  return way?.asks.includes('card') ?? false
}

function alert({ title, text }: { title: string; text: string }): void {
  showAlert([title, text])
}

function attemptUrl(orderRef: string): string {
  return `${attemptsUrl}/${encodeURIComponent(orderRef)}`
}

function wayOf({ method, subType }: SeenAttempt): ScriptMethod | undefined {
  return data.methods.find(({ type, subType: of }) => type === method && of === subType)
}
