import { amountWithCode } from './amount.ts'
import { copyButton } from './copy-button.ts'
import { type Markup, markup } from './markup.ts'
import type { PageTexts, Texts } from './texts.ts'
import { filled } from './filled.ts'
import type { OrderView } from './view.ts'

/** An attempt is in flight and nothing is to be done but wait. */
export function waitingPanel({ texts, hidden, preview }: WaitingPanel): Markup {
  return markup`<section class="panel outcome" data-panel="waiting" ${hidden && markup`hidden`}>
${busyMark}
<h2 tabindex="-1">${texts.waitingTitle}</h2>
<p>${texts.waitingText}</p>
<p class="progress" role="status"></p>
${!preview && markup`<noscript><p><a href="">${texts.checkAgain}</a></p></noscript>`}
</section>`
}
interface WaitingPanel {
  texts: PageTexts
  hidden: boolean
  preview: boolean
}

/** The payment has just succeeded; the script fills in the reference and the way on. */
export function thanksPanel(view: OrderView, texts: PageTexts): Markup {
  const merchant = view.merchant.name
  const amount = amountWithCode(view.amountMinor, view.currency, view.language)
  const words = thanksWords(view, texts)
  const takesMoney = view.subscription?.act !== 'method' && view.amountMinor > 0n
  return markup`<section class="panel outcome" data-panel="thanks" hidden>
${markOf('done')}
<h2 tabindex="-1">${words.title}</h2>
<p>${filled(words.text, { merchant, amount })}</p>
${view.thanks && markup`<p class="own-words"><bdi>${view.thanks}</bdi></p>`}
${takesMoney && markup`<dl class="facts"><div><dt>${texts.reference}</dt><dd><bdi dir="ltr" data-reference></bdi>${copyButton(texts.reference, texts)}</dd></div></dl>`}
<p class="hint" data-taking hidden>${filled(texts.takingYou, { merchant })}</p>
<p class="after"><a class="button" data-continue hidden rel="noreferrer"><span>${filled(texts.continue, { merchant })}</span></a>${takesMoney && markup`<a class="button second" data-receipt>${texts.receipt.show}</a>`}${view.subscription?.manageUrl && markup`<a class="button second" href="${view.subscription.manageUrl}">${texts.subscription.manage}</a>`}${view.document && markup`<a class="button second" href="?lang=${view.language}">${texts.document.back}</a>`}</p>
</section>`
}

/** What is said of the end that the page was for. */
function thanksWords({ subscription, amountMinor }: OrderView, texts: PageTexts): { title: string; text: string } {
  const { thanksMethod, thanksSetUp } = texts.subscription
  if (subscription?.act === 'method') return thanksMethod
  if (subscription?.act !== 'set_up') return { title: texts.thanksTitle, text: texts.thanksText }
  return { title: thanksSetUp.title, text: amountMinor > 0n ? thanksSetUp.paid : thanksSetUp.text }
}

/** The provider did not take the payment, through no fault of the shopper's: another channel may. */
export function betweenPanel({ page, script }: Texts): Markup {
  const { what, todo } = script.declines.PAYMENT_CHANNEL_UNAVAILABLE
  return markup`<section class="panel outcome" data-panel="between" hidden>
${markOf('closed')}
<h2 tabindex="-1">${what}</h2>
<p>${script.declined} ${todo}</p>
<p class="after"><a class="button" href="">${page.tryAgain}</a><a class="button second" data-leave rel="noreferrer" hidden>${page.cancel}</a></p>
</section>`
}

/** A state in which nothing can be paid here. */
export function endPanel({
  end,
  texts,
  merchant,
  words = texts.ends[end],
  receiptUrl,
  manageUrl,
  thanks,
  hidden,
}: EndPanel): Markup {
  const { title, text } = words
  // Without an order there is no other heading.
  const heading =
    end === 'not_found' || end === 'busy'
      ? markup`<h1 tabindex="-1">${title}</h1>`
      : markup`<h2 tabindex="-1">${title}</h2>`
  return markup`<section class="panel outcome" data-panel="${end}" ${hidden && markup`hidden`}>
${endMark(end === 'busy' ? 'busy' : end === 'paid' ? 'done' : 'closed')}
${heading}
<p>${filled(text, { merchant })}</p>
${thanks && markup`<p class="own-words"><bdi>${thanks}</bdi></p>`}
${receiptUrl && markup`<p class="after"><a class="button second" href="${receiptUrl}">${texts.receipt.show}</a></p>`}
${manageUrl && markup`<p class="after"><a class="button second" href="${manageUrl}">${texts.subscription.manage}</a></p>`}
</section>`
}
interface EndPanel {
  end: keyof PageTexts['ends']
  texts: PageTexts
  merchant: string
  /** Other words than those of the end. */
  words?: { title: string; text: string } | undefined
  /** Of what is paid; empty or absent where there is none. */
  receiptUrl?: string
  /** Where the customer of a subscription sees to it. */
  manageUrl?: string | undefined
  /** The merchant's own words about what is paid. */
  thanks?: string | undefined
  hidden?: boolean
}

/** The sign above what a page has come to. */
export const endMark = (kind: 'busy' | 'done' | 'closed'): Markup => (kind === 'busy' ? busyMark : markOf(kind))

const busyMark = markup`<span class="mark busy" aria-hidden="true"></span>`

const markOf = (kind: 'done' | 'closed'): Markup =>
  markup`<svg class="mark ${kind}" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="22"/>${
    kind === 'done' ? markup`<path d="M15 25l6 6 12-13"/>` : markup`<path d="M24 14v13M24 33v.5"/>`
  }</svg>`
