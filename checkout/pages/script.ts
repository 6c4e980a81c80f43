import './pages.css'
import { toMajorSum } from '#contract/kit/money.ts'
import { fill } from '#i18n/fill.ts'
import { all, one } from '../dom.ts'
import { adaptToBrowser, showAlert, showButton } from '../show.ts'
import { priceOf, type ShopData } from './data.ts'
import { orderInputs } from './inputs.ts'
import { giveUp, makeOrder, type Ordered, type OrderPress } from './make-order.ts'
import { totalOf, totalTexts } from './price.ts'
import { keptOf, typedIn } from './typed.ts'

/** A payment page: keeps the total up with what is typed, checks the answers and makes the order, once for each press. */
const data = JSON.parse(one('#page-data')?.textContent ?? '') as ShopData
const { texts } = data
const price = priceOf(data)

const query = new URLSearchParams(location.search)
query.delete('lang')
const typed = keptOf('typed', `${location.pathname}?${query}`)
const order = keptOf('order', data.ordersUrl)
const asked = keptOf('asked', data.ordersUrl)
const news = keptOf('news', data.ordersUrl)

let busy = false
/** The press whose arrival is not known; it is sent again as it is. */
let pending: OrderPress | null = null

adaptToBrowser()
const inputs = orderInputs(data, () => {
  typed.write(JSON.stringify(inputs.typed()))
  showTotal()
})
inputs.retype(typedIn(typed))
showTotal()
showNews()
showOrder()

one('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!busy) void whileBusy(press)
})
for (const button of all<HTMLButtonElement>('[data-step]'))
  button.addEventListener('click', () => step(Number(button.dataset['step'])))
const pictures = one('.pictures')
for (const button of all<HTMLButtonElement>('[data-turn]')) {
  button.hidden = false
  button.addEventListener('click', () => pictures && turn(pictures, Number(button.dataset['turn'])))
}
// A page that the browser kept as it was comes back in the middle of its press.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) rest()
})

/** One unit more or fewer, within the bounds. */
function step(by: number): void {
  const field = one<HTMLInputElement>('#quantity')
  if (!field || busy || pending) return
  const [least, most] = [Number(field.min), Number(field.max)]
  field.value = String(Math.min(Math.max((Number(field.value) || 0) + by, least), most))
  field.dispatchEvent(new Event('input'))
}

function showTotal(): void {
  const figures = totalNow()
  for (const place of all('[data-figure]')) {
    const text = figures[place.dataset['figure'] as keyof typeof figures]
    const shown = text || '–'
    if (place.textContent !== shown) place.textContent = shown
    place.nextElementSibling?.toggleAttribute('hidden', !text)
  }
  one('[data-sum]')?.toggleAttribute('hidden', !figures.total)
}

function totalNow() {
  return totalTexts(price, inputs.ordered(), data.language)
}

/** The next picture, or the one before; behind the last comes the first. */
function turn(pictures: HTMLElement, by: number): void {
  const { clientWidth: width, scrollWidth } = pictures
  const rest = scrollWidth - width
  // Counted from where the language begins.
  const direction = document.documentElement.dir === 'rtl' ? -1 : 1
  const at = Math.abs(pictures.scrollLeft)
  const to = by > 0 ? (at > rest - 8 ? 0 : at + width * 0.88) : at < 8 ? rest : at - width * 0.88
  pictures.scrollTo({ left: to * direction })
}

/**
 * What this very reload was for, and the two totals where they differ. A page that was closed then, and so could say nothing,
 * says nothing about it when it opens again.
 */
function showNews(): void {
  const [reason = '', total = '', at] = news.read().split('|')
  news.write('')
  if (performance.timeOrigin - Number(at) > 1_000 || !Object.hasOwn(texts.news, reason)) return
  const { total: now } = totalNow()
  if (reason === 'changed' && total && now && total !== now)
    return alert({ ...texts.news.changed, text: fill(texts.newTotal, { before: amount(total), now: amount(now) }) })
  alert(texts.news[reason as keyof typeof texts.news])
}

/** Kept from changing the order of the words around it. */
function amount(text: string): string {
  return `\u2066${[text, price.currency].join('\u00a0')}\u2069`
}

/** The order that this tab has made and may still pay. */
function showOrder(): void {
  const ref = order.read()
  const link = one<HTMLAnchorElement>('[data-order]')
  if (link && ref) link.href = payUrl(ref)
  one('[data-under-way]')?.toggleAttribute('hidden', !ref)
}

async function press(): Promise<void> {
  const press = pending ?? pressNow()
  if (!press) return
  if (!pending && order.read()) await giveUp(data.ordersUrl, order.read())
  pending = press
  const ordered = await makeOrder(data.ordersUrl, press, (ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  if (ordered.kind === 'unreachable') return alert(texts.trouble)
  pending = null
  if (ordered.kind === 'refused') return refused(ordered)
  order.write(ordered.ref)
  location.assign(payUrl(ordered.ref))
}

/** What a press sends, or null when something has to be put right first, which is said at its input. */
function pressNow(): OrderPress | null {
  const { quantity, amountMinor } = inputs.ordered()
  if (!inputs.check() || quantity === null || amountMinor === null) return null
  const total = totalOf(price, amountMinor, quantity)
  if (total === null) {
    alert(texts.noTotal)
    return null
  }
  const body = {
    version: data.version,
    ...(price.type === 'fixed_with_quantity' && { quantity }),
    ...(price.type === 'custom_amount' && { amount: toMajorSum(amountMinor, price.currency) }),
    seen_total: toMajorSum(total, price.currency),
    ...inputs.answers(),
    language: data.language,
    ...(asked.read() && { again: true }),
  }
  asked.write('1')
  return { key: crypto.randomUUID(), body }
}

/** What the page was made of has changed: it comes anew, with everything that was typed, and says so. */
const anew: Readonly<Record<string, keyof ShopData['texts']['news']>> = {
  PAGE_CHANGED: 'changed',
  PAGE_OUT_OF_STOCK: 'tooFew',
  PAGE_INACTIVE: 'closed',
}

function refused({ reason, errors }: Extract<Ordered, { kind: 'refused' }>): void {
  if (reason === 'TOO_MANY_UNITS_HELD') return alert(texts.held)
  if (reason === 'TOO_MANY_REQUESTS') return alert(texts.busy)
  const said = anew[reason]
  const blamed = errors.filter((error) => inputs.blame(error.path, error.reason))
  if (said === undefined && blamed.length > 0) return
  if (said === undefined && !/^(INVALID|MISSING)_PAGE|RECORD_NOT_FOUND|MERCHANT/.test(reason))
    return alert(texts.failed)
  news.write([said ?? 'changed', totalNow().total, Date.now()].join('|'))
  location.reload()
}

async function whileBusy(work: () => Promise<void>): Promise<void> {
  busy = true
  showAlert([])
  inputs.lock(true)
  showButton('working')
  await work()
  rest()
}

/** What may already have arrived must not be changed under it. */
function rest(): void {
  busy = false
  inputs.lock(pending !== null)
  showButton(pending ? 'again' : 'pay')
  showOrder()
}

/** The chosen way goes along, so that it need not be chosen again. */
function payUrl(ref: string): string {
  const way = [...all<HTMLInputElement>('input[name="way"]')].find(({ checked }) => checked)?.value
  const asked = new URLSearchParams({ lang: data.language, ...(way && { way }) })
  return `/pay/${encodeURIComponent(ref)}?${asked}`
}

function alert({ title, text }: { title: string; text: string }): void {
  showAlert([title, text])
}
