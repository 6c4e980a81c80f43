import { decimalText } from '#contract/kit/money.ts'
import { amountWithCode } from './amount.ts'
import { filled } from './filled.ts'
import { type Markup, markup } from './markup.ts'
import type { PageTexts } from './texts.ts'
import type { OrderView, PartChoice } from './view.ts'

type Choosing = OrderView & { part: PartChoice }
const amountsOf = ({ part, currency, language }: Choosing) => ({
  least: amountWithCode(part.leastMinor, currency, language),
  due: amountWithCode(part.dueMinor, currency, language),
})
const isPart = ({ part, amountMinor }: Choosing): boolean => amountMinor < part.dueMinor

/** Below the amount of a part: of how much it is one, and the way back to all of it. */
export const ofAll = (view: Choosing, { part: words }: PageTexts): Markup | null =>
  isPart(view)
    ? markup`<p class="of-all">${filled(words.of, amountsOf(view))} <a href="?lang=${view.language}">${words.all}</a></p>`
    : null

/**
 * The choice to pay a part of what is due: the page comes anew with the amount, and with the ways that take it. It needs no script.
 * An amount that cannot be paid is said so at its field, and all is due meanwhile.
 */
export function partForm(view: Choosing, texts: PageTexts): Markup {
  const { part, amountMinor, currency, language } = view
  const words = texts.part
  const amounts = amountsOf(view)
  return markup`<details class="part" ${(isPart(view) || part.fault) && markup`open`}><summary>${words.title}</summary>
<form method="get">
<input type="hidden" name="lang" value="${language}">
<div class="field"><label for="part">${words.label}</label>
<div class="control"><input id="part" name="amount" type="text" inputmode="decimal" autocomplete="off" dir="ltr" value="${part.asked || decimalText(amountMinor, currency)}" aria-describedby="part-hint part-error" ${part.fault && markup`aria-invalid="true" autofocus`}></div>
<p class="hint" id="part-hint">${filled(words.hint, amounts)}</p>
<p class="error" id="part-error">${part.fault && filled(words.faults[part.fault], amounts)}</p></div>
<button class="button second" type="submit">${words.set}</button>
</form></details>`
}
