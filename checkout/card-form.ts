import { brandName } from './card-brands.ts'
import { field } from './field.ts'
import { type Markup, markup } from './markup.ts'
import { brandMark } from './marks.ts'
import type { PageTexts } from './texts.ts'
import type { CardAcceptance, CardBrand, OrderView } from './view.ts'

/** The fields of a card, by the identifiers that the script looks for. */
export const cardInputs = ({ view, card, texts }: CardParts): Markup => markup`${field({
  id: 'number',
  label: texts.cardNumber,
  input: markup`type="text" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" dir="ltr"`,
  inside: markup`<span class="recognised" data-recognised></span>`,
  after: brandMarks(card.brands, texts),
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
${holderField({ view, texts })}`

/** The place where the provider's script draws the fields of a card, in each of its states, by `card-frame.ts`. */
export const cardFrame = ({
  view,
  card,
  texts,
}: CardParts): Markup => markup`<div class="field" role="group" tabindex="-1" aria-labelledby="frame-label" aria-describedby="frame-error" data-frame="loading">
<p class="label" id="frame-label">${texts.cardDetails}</p>
<div class="frame"><div data-place></div><p class="hint" role="status"><span data-when="loading">${texts.cardLoading}</span></p></div>
${brandMarks(card.brands, texts)}
<p class="error" id="frame-error" role="status"></p>
<div class="alert" role="alert" data-when="failed" hidden><strong>${texts.cardFailed.title}</strong><span>${texts.cardFailed.text}</span> <button class="plain" type="button" data-again>${texts.tryAgain}</button></div>
</div>
${holderField({ view, texts })}`

const holderField = ({ view, texts }: Pick<CardParts, 'view' | 'texts'>): Markup =>
  field({
    id: 'holder',
    label: texts.holder,
    input: markup`type="text" autocomplete="cc-name" autocapitalize="words" spellcheck="false" dir="auto" value="${view.customer.name}"`,
  })
interface CardParts {
  view: OrderView
  card: CardAcceptance
  texts: PageTexts
}

function brandMarks(brands: readonly CardBrand[], texts: PageTexts): Markup {
  return markup`<ul class="brands" aria-label="${texts.acceptedCards}" dir="ltr">${brands.map(
    (brand) =>
      markup`<li data-brand="${brand}">${brandMark(brand)}<span class="unseen">${brandName(brand)}</span></li>`,
  )}</ul>`
}
