import { amountWithCode } from './amount.ts'
import { type Markup, markup } from './markup.ts'
import type { PageTexts } from './texts/en.ts'
import { filled } from './texts/filled.ts'
import type { CardBrand, CardMethod, OrderView } from './view.ts'

/**
 * The form for a card. Its fields have no names: even a browser without our script could not send them anywhere. The
 * identifiers of the fields are those that the script looks for.
 */
export function cardForm({ view, method, texts, hidden }: CardForm): Markup {
  const amount = amountWithCode(view.amountMinor, view.currency, view.language)
  const fields = markup`<h2 id="pay-title">${texts.payByCard}</h2>
<div class="alert" role="alert" tabindex="-1" data-alert hidden></div>
${field({
  id: 'number',
  label: texts.cardNumber,
  input: markup`type="text" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" dir="ltr"`,
  after: brandMarks(method.brands, texts),
})}
<div class="pair">
${field({
  id: 'expiry',
  label: texts.expiry,
  input: markup`type="text" inputmode="numeric" autocomplete="cc-exp" placeholder="${texts.expiryHint}" dir="ltr"`,
})}
${field({
  id: 'cvc',
  label: texts.securityCode,
  hint: texts.securityCodeHint,
  input: markup`type="text" inputmode="numeric" autocomplete="cc-csc" placeholder="123" dir="ltr"`,
})}
</div>
${field({
  id: 'holder',
  label: texts.holder,
  input: markup`type="text" autocomplete="cc-name" autocapitalize="words" spellcheck="false" dir="auto" value="${view.customer.name}"`,
})}
${field({
  id: 'email',
  label: texts.email,
  optional: texts.optional,
  input: markup`type="email" inputmode="email" autocomplete="email" spellcheck="false" dir="ltr" value="${view.customer.email}"`,
})}
<button class="button pay" type="${view.preview ? 'button' : 'submit'}" data-pay><span class="spinner" aria-hidden="true"></span><span data-says="pay">${filled(texts.pay, { amount })}</span><span data-says="working" hidden>${texts.working}</span><span data-says="again" hidden>${texts.tryAgain}</span></button>
<p class="progress" role="status"></p>
<p class="privacy">${lock}<span>${filled(texts.privacy, { merchant: view.merchant.name })}</span></p>`
  return view.preview
    ? markup`<section class="panel" data-panel="pay" aria-labelledby="pay-title" ${hidden && markup`hidden`}>${fields}</section>`
    : markup`<form class="panel" data-panel="pay" aria-labelledby="pay-title" novalidate ${hidden && markup`hidden`}>${fields}</form>`
}
interface CardForm {
  view: OrderView
  method: CardMethod
  texts: PageTexts
  hidden: boolean
}

function field({ id, label, input, hint, optional, after }: FieldParts): Markup {
  const described = hint ? `${id}-hint ${id}-error` : `${id}-error`
  return markup`<div class="field">
<label for="${id}">${label}${optional && markup` <span class="optional">(${optional})</span>`}</label>
<div class="control"><input id="${id}" ${input} aria-describedby="${described}">${after}</div>
${hint && markup`<p class="hint unseen" id="${id}-hint">${hint}</p>`}
<p class="error" id="${id}-error"></p>
</div>`
}
interface FieldParts {
  id: string
  label: string
  /** The attributes of the input. */
  input: Markup
  hint?: string
  optional?: string
  after?: Markup
}

const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners',
  discover: 'Discover',
}
function brandMarks(brands: readonly CardBrand[], texts: PageTexts): Markup {
  return markup`<ul class="brands" aria-label="${texts.acceptedCards}" dir="ltr">${brands.map(
    (brand) => markup`<li data-brand="${brand}">${brandNames[brand]}</li>`,
  )}</ul>`
}

const lock = markup`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"/></svg>`
