import './checkout.css'
import { attemptEnd, type Press, type SeenAttempt, startAttempt, type Started, type Watching } from './attempts.ts'
import type { PageData } from './data.ts'
import { type CardFields, cardFields } from './card-fields.ts'
import { forgetAttempt, rememberAttempt, rememberedAttempt } from './memory.ts'
import { adaptToBrowser, showAlert, showButton, showPanel, showProgress, showThanks } from './show.ts'
import { tokenFor } from './token.ts'

/** The shopper's page: from the card to the thank-you, over bad networks and reloads, without paying twice. */
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PageData
const { texts, attemptsUrl } = data

let busy = false
/** The press whose arrival is not known; it is sent again as it is. */
let pending: Press | null = null

adaptToBrowser()
const fields = data.card && cardFields({ brands: data.card.brands, texts: texts.fields, today: () => new Date() })
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!busy && fields) void whileBusy(() => pay(fields))
})
for (const button of document.querySelectorAll<HTMLElement>('[data-test-card]')) {
  button.addEventListener('click', () => !busy && !pending && fields?.fill(button.dataset['testCard'] ?? ''))
}
void resume()

/** Goes on with an attempt that was under way when the page was loaded. */
async function resume(): Promise<void> {
  const orderRef = rememberedAttempt(attemptsUrl) || data.pendingOrderRef
  if (!orderRef) return
  if (data.state === 'payable' || data.state === 'processing') {
    showPanel('waiting')
    return whileBusy(() => follow(orderRef))
  }
  // The page already says how things are; only a thank-you says more, and the way on is not taken unasked.
  const end = await attemptEnd(attemptUrl(orderRef), watching())
  if (end !== 'gone' && end.state === 'paid') showThanks(end.orderRef, end.redirectUrl)
}

async function pay(form: CardFields): Promise<void> {
  const press = pending ?? (await pressFor(form))
  if (!press) return
  showProgress(texts.progress.paying)
  pending = press
  const started = await startAttempt(attemptsUrl, press, watching())
  if (started.kind === 'unreachable') return alert(texts.trouble)
  if (started.kind === 'refused' && started.reason === 'TOO_MANY_REQUESTS') return alert(texts.busy)
  pending = null
  if (started.kind === 'refused') return refused(started, form)
  const orderRef = started.kind === 'attempt' ? started.attempt.orderRef : started.orderRef
  // Another attempt that the server does not name: the page as it is now names it.
  if (!orderRef) return location.reload()
  if (started.kind === 'attempt' && started.attempt.state !== 'waiting') return ended(started.attempt)
  return follow(orderRef)
}

/** The card becomes a token at the provider; null when something has to be put right first. */
async function pressFor(form: CardFields): Promise<Press | null> {
  if (!data.card || !form.check()) return null
  showProgress(texts.progress.checking)
  const { number, expiry, cvc, holder, email } = form.values()
  const outcome = await tokenFor({ number, expiry, cvc, holder }, data.card)
  if (outcome.kind === 'token') {
    const body = { token: outcome.token, shopper_name: holder.trim(), shopper_email: email.trim() }
    return { key: crypto.randomUUID(), body }
  }
  if (outcome.kind === 'field') form.blame(outcome.field, outcome.fault)
  else alert({ unreachable: texts.trouble, busy: texts.busy, failed: texts.failed }[outcome.kind])
  return null
}

async function follow(orderRef: string): Promise<void> {
  rememberAttempt(attemptsUrl, orderRef)
  showProgress(texts.progress.paying)
  const end = await attemptEnd(attemptUrl(orderRef), watching())
  if (end !== 'gone') return ended(end)
  forgetAttempt(attemptsUrl)
  // Nobody knows of it: as the server says now.
  location.reload()
}

function ended(attempt: SeenAttempt): void {
  if (attempt.state === 'declined') {
    forgetAttempt(attemptsUrl)
    return declined(attempt.reason)
  }
  rememberAttempt(attemptsUrl, attempt.orderRef)
  if (!showThanks(attempt.orderRef, attempt.redirectUrl)) return
  document.querySelector<HTMLElement>('[data-taking]')?.removeAttribute('hidden')
  setTimeout(() => location.assign(attempt.redirectUrl), 4_000)
}

/** Back to the form, empty but for the name, with the reason above it. */
function declined(reason: string): void {
  const known = texts.declines as Readonly<Record<string, { what: string; todo: string }>>
  const { what, todo } = (Object.hasOwn(known, reason) && known[reason]) || texts.declinedUnknown
  fields?.clearCard()
  showPanel('pay')
  showAlert([what, todo, texts.declined])
}

function refused({ reason, fields: blamed }: Extract<Started, { kind: 'refused' }>, form: CardFields): void {
  if (blamed.includes('shopper_email')) return form.blame('email', 'emailInvalid')
  if (blamed.includes('shopper_name')) return form.blame('holder', 'holderLong')
  if (reason === 'MAX_RETRY_LIMIT_EXCEED') return showPanel('tooMany')
  if (reason === 'INVALID_PAYMENT_CHANNEL') return showPanel('unavailable')
  if (reason === 'INVALID_CARD_INFO_ERROR') return declined(reason)
  // Paid, expired or cancelled meanwhile: the server has the page for it.
  if (reason === 'INVALID_STATUS_TYPE' || reason === 'RECORD_NOT_FOUND_ERROR') return location.reload()
  alert(texts.failed)
}

async function whileBusy(work: () => Promise<void>): Promise<void> {
  busy = true
  showAlert([])
  fields?.lock(true)
  showButton('working')
  await work()
  busy = false
  // What may already have arrived must not be changed under it.
  fields?.lock(pending !== null)
  showProgress('')
  showButton(pending ? 'again' : 'pay')
}

function alert({ title, text }: { title: string; text: string }): void {
  showAlert([title, text])
}

function attemptUrl(orderRef: string): string {
  return `${attemptsUrl}/${encodeURIComponent(orderRef)}`
}

function watching(): Watching {
  return {
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
    progress: ({ elapsedMs, reachable }) => showProgress(reachable ? patience(elapsedMs) : texts.progress.offline),
  }
}

function patience(elapsedMs: number): string {
  const { paying, slow, slower } = texts.progress
  if (elapsedMs > 30_000) return slower
  return elapsedMs > 8_000 ? slow : paying
}
