import { amountWithCode } from '../amount.ts'
import { type Markup, markup } from '../markup.ts'
import { shownAtOnce, wayItem } from '../pay-form.ts'
import type { ShopTexts, Texts } from '../texts.ts'
import { fields, labelled } from './fields.ts'
import { amountOf, totalTexts, typedAmount } from './price.ts'
import { figure, totalLines } from './product.ts'
import type { ShopPage } from './view.ts'

/** What the shopper chooses and answers, the ways to pay, and the total with its parts. */
export function orderForm(view: ShopPage, texts: Texts): Markup {
  const { shop } = texts
  const { price, prefill } = view
  const quantity = prefill.quantity ?? price.quantity.least
  const typed = prefill.amount || typedAmount(price.amountMinor, price.currency)
  const chosen = price.type === 'custom_amount' ? amountOf(typed, price) : price.amountMinor
  const amountMinor = typeof chosen === 'bigint' ? chosen : null
  const figures = totalTexts(price, { amountMinor, quantity }, view.language)
  const content = markup`<h2 id="order-title">${shop.order}</h2>
<div class="alert" role="alert" tabindex="-1" data-alert hidden></div>
<p class="notice under-way" data-under-way hidden>${shop.underWay} <a data-order>${shop.openOrder}</a></p>
${price.type === 'fixed_with_quantity' && quantityField(view, quantity, shop)}
${price.type === 'custom_amount' && amountField(view, typed, shop)}
${fields(view, texts)}
${ways(view, texts)}
<div aria-live="polite" aria-atomic="true">${totalLines(view, texts, figures)}</div>
<button class="button pay" type="${view.preview ? 'button' : 'submit'}" data-pay><span class="spinner" aria-hidden="true"></span><span data-says="pay"><bdi>${view.buttonText || shop.pay}</bdi> <bdi dir="ltr" data-sum ${!figures.total && markup`hidden`}>${figure('total', figures.total, price.currency)}</bdi></span><span data-says="working" hidden>${shop.working}</span><span data-says="again" hidden>${texts.page.tryAgain}</span></button>
${!view.preview && markup`<noscript><p class="notice">${shop.noScript}</p></noscript>`}`
  return view.preview
    ? markup`<section class="panel" data-panel="order" aria-labelledby="order-title">${content}</section>`
    : markup`<form class="panel" data-panel="order" aria-labelledby="order-title" novalidate>${content}</form>`
}

/** A number with a button at each side; arrow keys count too, as in any field of numbers. */
function quantityField({ price }: ShopPage, quantity: number, texts: ShopTexts): Markup {
  const { least, most } = price.quantity
  const button = (step: number, label: string, sign: string) =>
    markup`<button class="step" type="button" data-step="${String(step)}" aria-label="${label}" aria-controls="quantity"><span aria-hidden="true">${sign}</span></button>`
  return labelled({
    id: 'quantity',
    label: texts.quantity,
    optional: false,
    required: true,
    control: (attributes) =>
      markup`<div class="stepper">${button(-1, texts.fewer, '−')}<input id="quantity" type="number" inputmode="numeric" min="${String(least)}" max="${String(most)}" step="1" value="${String(quantity)}" dir="ltr" ${attributes}>${button(1, texts.more, '+')}</div>`,
  })
}

function amountField({ price, language }: ShopPage, typed: string, texts: ShopTexts): Markup {
  const { leastMinor, mostMinor } = price.chosen
  const text = (minor: bigint) => amountWithCode(minor, price.currency, language)
  const hint =
    leastMinor > 0n && mostMinor > 0n
      ? texts.amountBetween.replace('{least}', () => text(leastMinor)).replace('{most}', () => text(mostMinor))
      : leastMinor > 0n
        ? texts.amountFrom.replace('{least}', () => text(leastMinor))
        : mostMinor > 0n
          ? texts.amountTo.replace('{most}', () => text(mostMinor))
          : ''
  return labelled({
    id: 'amount',
    label: texts.amount,
    tooltip: hint,
    optional: false,
    required: true,
    control: (attributes) =>
      markup`<input id="amount" type="text" inputmode="decimal" autocomplete="off" maxlength="20" dir="ltr" value="${typed}" ${attributes}><span class="unit" aria-hidden="true">${price.currency}</span>`,
  })
}

/** The way that is chosen here is chosen on the next page too, where it asks for what it needs. */
function ways({ methods }: ShopPage, { page }: Texts): Markup | null {
  if (methods.length < 2) return null
  const shown = shownAtOnce(methods)
  const item = (method: (typeof methods)[number]) =>
    wayItem({ method, texts: page, first: method === methods[0], fields: false })
  const more = methods.filter((method) => !shown.has(method)).map(item)
  return markup`<h3 id="ways-title">${page.chooseWay}</h3>
<div class="ways" role="radiogroup" aria-labelledby="ways-title">${methods.filter((method) => shown.has(method)).map(item)}${
    more.length > 0 && markup`<details class="more"><summary>${page.moreWays}</summary>${more}</details>`
  }</div>`
}
