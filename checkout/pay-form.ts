import { amountWithCode } from './amount.ts'
import { cardFrame, cardInputs } from './card-form.ts'
import { field } from './field.ts'
import { planMonths, type Asked } from '#contract/methods.ts'
import { type Markup, markup } from './markup.ts'
import { wayMark } from './marks.ts'
import type { PageTexts } from './texts.ts'
import { filled } from './filled.ts'
import { consentBox } from './subscriptions/terms.ts'
import type { OrderView, PayMethod } from './view.ts'

/**
 * The ways to pay and, below the one that is chosen, what it asks for. The fields have no names: even a browser without
 * our script could not send them anywhere. The identifiers are those that the script looks for.
 */
export function payForm({ view, texts, hidden }: { view: OrderView; texts: PageTexts; hidden: boolean }): Markup {
  const { methods } = view
  const [first] = methods
  const title =
    methods.length > 1 ? texts.chooseWay : first?.type === 'CARD' ? texts.payByCard : methodName(first, texts)
  const content = markup`<h2 id="pay-title"><bdi>${title}</bdi></h2>
<div class="alert" role="alert" tabindex="-1" data-alert hidden></div>
${methods.length > 1 ? wayList(view, texts) : fields(view, texts)}`
  return view.preview
    ? markup`<section class="panel" data-panel="pay" aria-labelledby="pay-title" ${hidden && markup`hidden`}>${content}</section>`
    : markup`<form class="panel" data-panel="pay" aria-labelledby="pay-title" novalidate ${hidden && markup`hidden`}>${content}</form>`
}

/** Names a way in the document; `main.ts` finds it by this. */
export const wayId = ({ type, subType }: PayMethod): string => (subType ? `${type}.${subType}` : type)

/** What the shopper calls it. */
export function methodName(method: PayMethod | undefined, texts: PageTexts): string {
  return method ? (method.name ?? wordsOf(method, texts).name) : ''
}

const wordsOf = ({ type, subType }: PayMethod, texts: PageTexts): { name: string; hint: string } =>
  subType === 'ATM_CARD' ? texts.bankCard : texts.ways[type]

/**
 * The way that is chosen when the page opens: the first, unless its choice loads a provider's script. Whoever pays another way
 * has nothing to do with that provider.
 */
const chosenFirst = ({ methods, card }: Pick<OrderView, 'methods' | 'card'>): PayMethod | undefined =>
  methods.length > 1 && card?.kind === 'script' && methods[0]?.asks.includes('card') ? undefined : methods[0]

/**
 * A few ways, and the others behind a press; a single one more is not worth one. Those shown are of as many methods as there
 * are, so that no method is hidden by the many brands of another.
 */
function wayList(view: OrderView, texts: PageTexts): Markup {
  const first = chosenFirst(view)
  const item = (method: PayMethod) =>
    wayItem({ method, texts, first: method === first, fields: method === first && fields(view, texts) })
  const shown = shownAtOnce(view.methods)
  const more = view.methods.filter((method) => !shown.has(method)).map(item)
  return markup`<div class="ways" role="radiogroup" aria-labelledby="pay-title">${view.methods.filter((method) => shown.has(method)).map(item)}${
    more.length > 0 && markup`<details class="more"><summary>${texts.moreWays}</summary>${more}</details>`
  }</div>${!first && markup`<div hidden>${fields(view, texts)}</div>`}`
}
const shownFirst = 4

/** The ways that are shown before a press on the others. */
export function shownAtOnce(methods: readonly PayMethod[]): ReadonlySet<PayMethod> {
  if (methods.length <= shownFirst + 1) return new Set(methods)
  const firstOfType = methods.filter(({ type }, at) => methods.findIndex((one) => one.type === type) === at)
  return new Set([...new Set([...firstOfType, ...methods])].slice(0, shownFirst))
}

/** One way to pay as a radio button, with its name, a hint and its mark. */
export function wayItem({ method, texts, first, fields }: WayItem): Markup {
  const id = wayId(method)
  const { hint } = wordsOf(method, texts)
  return markup`<div class="way"><label><input type="radio" name="way" value="${id}" ${first && markup`checked`}><span><strong><bdi>${methodName(method, texts)}</bdi></strong> <small>${hint}</small></span>${wayMark(method)}</label>${fields}</div>`
}
interface WayItem {
  method: PayMethod
  texts: PageTexts
  first: boolean
  fields: Markup | false
}

/** Every field that any of the ways asks for; the script shows those of the chosen one and moves them below it. */
function fields(view: OrderView, texts: PageTexts): Markup {
  const { methods, card } = view
  const asked = new Set(methods.flatMap(({ asks }) => asks))
  const first = chosenFirst(view)
  const now = new Set(first?.asks)
  const merchant = view.merchant.name
  const group = (name: Asked, inside: Markup): Markup | false =>
    asked.has(name) && markup`<div data-asked="${name}" ${!now.has(name) && markup`hidden`}>${inside}</div>`
  return markup`<div class="fields" data-fields>
${card && group('card', card.kind === 'script' ? cardFrame({ view, card, texts }) : cardInputs({ view, card, texts }))}
${group('plan', planField(methods.find(({ asks }) => asks.includes('plan'))?.planMonths ?? planMonths, texts))}
${group('phone', field({ id: 'phone', label: texts.phone, input: markup`type="tel" inputmode="tel" autocomplete="tel" dir="ltr"` }))}
${group('upi_id', field({ id: 'upi_id', label: texts.upiId, input: markup`type="text" inputmode="email" autocomplete="off" spellcheck="false" placeholder="name@bank" dir="ltr"` }))}
${group('bank', bankField(texts))}
${field({
  id: 'email',
  label: texts.email,
  ...(!view.subscription && { optional: texts.optional }),
  input: markup`type="email" inputmode="email" autocomplete="email" spellcheck="false" dir="ltr" ${view.subscription && markup`required`} value="${view.customer.email}"`,
})}
${view.subscription && consentBox(view.subscription)}
<button class="button pay" type="${view.preview ? 'button' : 'submit'}" data-pay><span class="spinner" aria-hidden="true"></span><span data-says="pay" ${!now.has('card') && markup`hidden`}>${payWords(view, texts)}</span><span data-says="goOn" ${(now.has('card') || first?.cardPageOf) && markup`hidden`}>${texts.goOn}</span>${methods.map(
    (method) =>
      method.cardPageOf &&
      markup`<span data-says="${wayId(method)}" ${method !== first && markup`hidden`}>${filled(texts.goToProvider, { name: method.cardPageOf })}</span>`,
  )}<span data-says="working" hidden>${texts.working}</span><span data-says="again" hidden>${texts.tryAgain}</span></button>
<p class="progress" role="status"></p>
${card && markup`<p class="privacy" data-asked="card" ${!now.has('card') && markup`hidden`}>${lock}<span>${filled(texts.privacy, { merchant })}</span></p>`}
${methods.map(
  (method) =>
    method.cardPageOf &&
    markup`<p class="privacy" data-of="${wayId(method)}" ${method !== first && markup`hidden`}>${lock}<span>${filled(texts.cardPage, { name: method.cardPageOf, merchant })}</span></p>`,
)}
</div>`
}

/** What the button does: pay, begin a subscription without money, or change its method. */
function payWords({ subscription, amountMinor, currency, language }: OrderView, texts: PageTexts) {
  if (subscription?.act === 'method') return texts.subscription.change
  if (subscription?.act === 'set_up' && amountMinor === 0n) return texts.subscription.setUp
  return filled(texts.pay, { amount: amountWithCode(amountMinor, currency, language) })
}

const planField = (months: readonly number[], texts: PageTexts): Markup => markup`<div class="field">
<label for="plan">${texts.plan}</label>
<div class="control"><select id="plan" aria-describedby="plan-error"><option value="">${texts.planChoose}</option>${months.map(
  (count) => markup`<option value="${String(count)}">${filled(texts.planOf, { count: String(count) })}</option>`,
)}</select></div>
<p class="error" id="plan-error"></p>
</div>`

/** The script fills in the banks of the chosen way. */
const bankField = (texts: PageTexts): Markup => markup`<div class="field">
<label for="bank">${texts.bankChoice}</label>
<div class="control"><select id="bank" aria-describedby="bank-error"><option value="">${texts.planChoose}</option></select></div>
<p class="error" id="bank-error"></p>
</div>`

const lock = markup`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"/></svg>`
