import { decimalText, toMajor } from '#contract/kit/money.ts'
import { fill } from '#i18n/fill.ts'
import { languages } from '#i18n/languages.ts'
import type { PageData } from './data.ts'
import { actionPanel } from './action-panel.ts'
import { brandOf, groupsOf } from './card.ts'
import { documentOf, documentStyle } from './document.ts'
import { languageMenu } from './language-menu.ts'
import { jsonScript, type Markup, markup } from './markup.ts'
import { lookStyle } from './pages/look.ts'
import { methodName, payForm, wayId } from './pay-form.ts'
import { betweenPanel, endPanel, thanksPanel, waitingPanel } from './panels.ts'
import { summary } from './summary.ts'
import type { PageTexts, Texts } from './texts.ts'
import { inGroups } from './typing.ts'
import { hasOrder, type OrderView, type PayView } from './view.ts'

/**
 * The shopper's page as one HTML document: texts, data and every state that its script may come to, so that the script
 * only shows and hides. Pure; whatever the texts of `view` contain, they appear as text. `texts` are those of its language.
 */
export function payPageHtml(view: PayView, texts: Texts): string {
  const title = hasOrder(view)
    ? fill(titleOf(view, texts.page), { merchant: view.merchant.name, number: view.document?.number ?? '' })
    : texts.page.ends[view.state].title
  const look = hasOrder(view) && view.look
  const style = ownStyle(view)
  return markup`<!doctype html>
<html lang="${view.language}" dir="${languages[view.language].direction}"${look && markup` data-theme="${look.theme}"`}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${look ? look.theme : 'light dark'}">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${view.assets.styles.map((style) => markup`<link rel="stylesheet" href="${style}">`)}
${style && markup`<style>${style}</style>`}
${working(view) && (view.assets.preloads ?? []).map((file) => markup`<link rel="modulepreload" href="${file}">`)}
${working(view) && markup`<script type="module" src="${view.assets.script}"></script>`}
</head>
<body>
${body(view, texts)}
${working(view) && jsonScript('page-data', dataOf(view, texts))}
</body>
</html>
`.toString()
}

const titleOf = (view: OrderView, texts: PageTexts): string =>
  view.document ? texts.document.pageTitle : view.subscription ? texts.subscription.title : texts.title

/** The one style in the page itself: that of the merchant's look, or of the document; empty for none. */
export const ownStyle = (view: PayView): string =>
  !hasOrder(view) ? '' : view.look ? lookStyle(view.look) : documentStyle(view.document?.shown.color ?? '')

/** Whether there is something for the script to do. */
const working = (view: PayView): view is OrderView => !view.preview && hasOrder(view)

function body(view: PayView, all: Texts): Markup {
  const { page: texts, script } = all
  return markup`<div class="page" ${view.preview && markup`inert`}>
${hasOrder(view) && view.environment === 'sandbox' && testMode(view, texts, script.declines)}
<header class="top">${languageMenu({ ...view, query: askedPart(view) }, texts)}</header>
<main class="${hasOrder(view) ? 'sheet' : 'sheet narrow'}">
${hasOrder(view) && summary(view, texts)}
<div class="side">${hasOrder(view) ? panels(view, all) : endPanel({ end: view.state, texts, merchant: '' })}</div>
</main>
${hasOrder(view) && view.document && documentOf({ ...view, document: view.document }, texts)}
<footer class="foot">${texts.poweredBy}</footer>
</div>`
}

/** A part that was chosen, as the address asks for it. */
const askedPart = (view: PayView): string =>
  hasOrder(view) && view.part && view.amountMinor < view.part.dueMinor
    ? `amount=${decimalText(view.amountMinor, view.currency)}`
    : ''

/** Whether the form belongs to the page, though it may stay hidden while an attempt is in flight. */
const mayBePaid = ({ state }: OrderView): boolean => state === 'payable' || state === 'processing'

/** The panel of the present state, and hidden behind it those that the script may have to show. */
function panels(view: OrderView, all: Texts): Markup {
  const { page: texts } = all
  const merchant = view.merchant.name
  const { state } = view
  const form = mayBePaid(view)
  const end = state === 'payable' || state === 'processing' ? null : state
  return markup`
${form && payForm({ view, texts, hidden: state !== 'payable' })}
${form && waitingPanel({ texts, hidden: state !== 'processing', preview: view.preview === true })}
${form && !view.preview && actionPanel(view, texts)}
${form && !view.preview && betweenPanel(all)}
${end && endPanel({ end, texts, merchant, words: wordsOf(view, end, texts), manageUrl: end === 'expired' ? '' : view.subscription?.manageUrl, receiptUrl: view.receiptUrl && `${view.receiptUrl}?lang=${view.language}`, ...(end === 'paid' && { thanks: view.thanks }) })}
${!view.preview && thanksPanel(view, texts)}
${form && !view.preview && (['unavailable', 'tooMany'] as const).map((later) => endPanel({ end: later, texts, merchant, hidden: true }))}
${form && !view.preview && markup`<noscript><p class="notice">${texts.noScript}</p></noscript>`}`
}

/** What a document or a subscription says of its end, where that is not what is said of anything else. */
function wordsOf(view: OrderView, end: string, { document, subscription }: PageTexts) {
  if (view.document) return end === 'paid' ? document.ends.paid : end === 'cancelled' ? document.ends.voided : undefined
  const ends: Readonly<Record<string, { title: string; text: string }>> = subscription.ends
  // Of a charge that is paid by hand the words of any payment hold.
  return view.subscription && view.subscription.act !== 'charge' ? ends[end] : undefined
}

function testMode(view: OrderView, texts: PageTexts, declines: Texts['script']['declines']): Markup {
  const cards = view.state === 'payable' ? (view.card?.testCards ?? []) : []
  return markup`<aside class="test-mode"><p>${texts.testMode}</p>
${
  cards.length > 0 &&
  markup`<details><summary>${texts.testCards}</summary><p>${view.card?.kind === 'script' ? texts.testCardsToType : texts.testCardsHint}</p><ul>${cards.map(
    ({ number, outcome }) =>
      markup`<li>${testCard(number, view.card)} <span>${outcome === 'paid' ? texts.testCardPaid : outcome === 'asked' ? texts.testCardAsked : declines[outcome].what}</span></li>`,
  )}</ul></details>`
}</aside>`
}

/** A press fills in fields of ours; into a provider's frame the shopper types the number. */
function testCard(number: string, card: OrderView['card']): Markup {
  const shown = markup`<bdi dir="ltr">${inGroups(number, groupsOf(brandOf(number)))}</bdi>`
  return card?.kind === 'script' ? shown : markup`<button type="button" data-test-card="${number}">${shown}</button>`
}

function dataOf(view: OrderView, { script, page }: Texts): PageData {
  const card = mayBePaid(view) ? view.card : null
  const methods = mayBePaid(view) ? view.methods : []
  return {
    state: view.state,
    language: view.language,
    attemptsUrl: view.attemptsUrl,
    hasEvents: view.attemptsUrl.endsWith('/attempts'),
    openedUrl: view.tellsOpening ? view.attemptsUrl.replace(/\w+$/, 'opened') : '',
    pendingOrderRef: view.pendingOrderRef,
    card: card && { provider: card.provider, settings: card.settings, brands: card.brands },
    ...(view.part && { amount: toMajor(view.amountMinor, view.currency) }),
    ...(view.subscription && { consent: view.subscription.consent }),
    methods: methods.map((method) => ({ ...method, id: wayId(method), name: methodName(method, page) })),
    texts: script,
  }
}
