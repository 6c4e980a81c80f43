import { languages, type Language } from '#i18n/languages.ts'
import { amountWithCode } from './amount.ts'
import { filled } from './filled.ts'
import { type Markup, markup, webAddress } from './markup.ts'
import { receiptLines } from './receipt-lines.ts'
import { momentText } from '#i18n/moment.ts'
import type { Receipt } from './receipt-view.ts'
import { logo } from './summary.ts'
import type { PageTexts, Texts } from './texts.ts'
import type { Assets } from './view.ts'

/** The receipt of a payment as one HTML document, to be read, printed or saved. Pure; the script only prints. */
export function receiptHtml(receipt: Receipt, { language, assets, texts }: ReceiptPage): string {
  const { page } = texts
  const { merchant } = receipt
  return markup`<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head>
<meta charset="utf-8">
<title>${page.receipt.title} · ${merchant.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${assets.styles.map((style) => markup`<link rel="stylesheet" href="${style}">`)}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div class="page">
${receipt.environment === 'sandbox' && markup`<aside class="test-mode"><p>${page.testMode}</p></aside>`}
<main class="sheet narrow">
<article class="panel receipt">
<div class="merchant">${logo(merchant)}<p><bdi>${merchant.name}</bdi></p></div>
<h1>${page.receipt.title}</h1>
${facts(receiptLines(receipt, language, page).map(({ label, text, figures }) => [label, figures ? markup`<bdi dir="ltr">${text}</bdi>` : markup`<bdi>${text}</bdi>`]))}
${refunds(receipt, language, page)}
</article>
<p class="after"><button class="button" type="button" data-print hidden>${page.receipt.print}</button>${back(merchant, page)}</p>
</main>
<footer class="foot">${page.poweredBy}</footer>
</div>
</body>
</html>
`.toString()
}

interface ReceiptPage {
  language: Language
  assets: Assets
  texts: Texts
}

/** What went back, and what is left of the payment. */
function refunds(receipt: Receipt, language: Language, texts: PageTexts): Markup | null {
  const { amountMinor, currency, timeZone } = receipt
  if (receipt.refunds.length === 0) return null
  const amountOf = (minor: bigint) => markup`<bdi dir="ltr">${amountWithCode(minor, currency, language)}</bdi>`
  const kept = receipt.refunds.reduce((left, refund) => left - refund.amountMinor, amountMinor)
  return markup`<h2>${texts.receipt.refunds}</h2>
${facts([
  ...receipt.refunds.map((refund): Fact => [momentText(refund.at, language, timeZone), amountOf(refund.amountMinor)]),
  [texts.receipt.left, amountOf(kept)],
])}`
}

type Fact = readonly [label: string, text: Markup]
const facts = (all: readonly Fact[]): Markup =>
  markup`<dl class="facts shown">${all.map(([label, text]) => markup`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`

function back({ name, backUrl }: Receipt['merchant'], texts: PageTexts): Markup | null {
  const address = webAddress(backUrl)
  return address ? markup`<a href="${address}" rel="noreferrer">${filled(texts.back, { merchant: name })}</a>` : null
}
