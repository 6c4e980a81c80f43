import { languages } from '#i18n/languages.ts'
import { fill } from '#i18n/fill.ts'
import { amountWithCode } from '../amount.ts'
import { filled } from '../filled.ts'
import { languageMenu } from '../language-menu.ts'
import { jsonScript, type Markup, markup } from '../markup.ts'
import { logo } from '../summary.ts'
import type { PageTexts, Texts } from '../texts.ts'
import { upcomingList } from './terms.ts'
import type { DueCharge, ManagedView, ManageView } from './manage-view.ts'

/** The page on which a customer sees to a subscription as one HTML document. Pure; whatever the texts of `view` contain, they appear as text. */
export function managePageHtml(view: ManageView, texts: Texts): string {
  const { page } = texts
  const { language, assets, merchant } = view
  return markup`<!doctype html>
<html lang="${language}" dir="${languages[language].direction}">
<head>
<meta charset="utf-8">
<title>${fill(page.manage.title, { merchant: merchant.name })}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${assets.styles.map((style) => markup`<link rel="stylesheet" href="${style}">`)}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div class="page manage">
${view.environment === 'sandbox' && markup`<aside class="test-mode"><p>${page.testMode}</p></aside>`}
<header class="top">${languageMenu(view, page)}</header>
<main class="sheet narrow">
<div class="merchant">${logo(merchant)}<h1><bdi>${merchant.name}</bdi></h1></div>
<div class="alert" role="alert" tabindex="-1" data-alert hidden></div>
${view.state === 'open' ? managed(view, page) : locked(view, page)}
<noscript><p class="notice">${page.noScript}</p></noscript>
</main>
<footer class="foot">${page.poweredBy}</footer>
</div>
${jsonScript('page-data', { manageUrl: view.manageUrl, texts: wordsOfScript(view, page) })}
</body>
</html>
`.toString()
}

/** What the script says later. */
const wordsOfScript = ({ merchant }: ManageView, { manage }: PageTexts) => ({
  used: manage.used,
  sent: fill(manage.ask.sent, { merchant: merchant.name }),
  trouble: manage.trouble,
})
export type ManageWords = ReturnType<typeof wordsOfScript>

/** A link opens it by a press, so that no program that looks at mails uses it up. */
const locked = ({ merchant }: ManageView, { manage: texts }: PageTexts): Markup => markup`
<section class="panel" data-open hidden><h2>${texts.open.title}</h2><p>${texts.open.text}</p>
<button class="button" type="button" data-do="open">${texts.open.button}</button></section>
<section class="panel" data-ask><h2>${texts.ask.title}</h2><p>${filled(texts.ask.text, { merchant: merchant.name })}</p>
<button class="button" type="button" data-do="link">${texts.ask.button}</button><p class="progress" role="status"></p></section>`

function managed(view: ManagedView, page: PageTexts): Markup {
  const texts = page.manage
  return markup`
<section class="panel" aria-labelledby="plan"><h2 id="plan"><bdi>${view.plan}</bdi></h2>
${view.recurrence && markup`<p class="recurrence"><bdi>${view.recurrence}</bdi></p>`}
<p class="status ${view.endsOn ? 'ends' : view.status}">${view.endsOn ? texts.ending : texts.states[view.status]}</p>
<p>${standing(view, texts)}</p></section>
${view.due.map((charge) => duePanel(charge, view, texts))}
${
  (view.method || view.methodUrl) &&
  markup`<section class="panel"><h2>${texts.method.title}</h2>
<p><bdi>${view.method || texts.method.none}</bdi></p>
${view.methodExpires && markup`<p class="hint">${filled(texts.method.expires, { date: view.methodExpires })}</p>`}
${view.methodUrl && markup`<p class="after"><a class="button second" href="${view.methodUrl}">${texts.method.change}</a></p>`}</section>`
}
${view.upcoming.length > 0 && markup`<section class="panel">${upcomingList(view.upcoming, view, { title: texts.upcoming, more: texts.more })}</section>`}
<section class="panel"><h2>${texts.payments.title}</h2>${payments(view, texts)}</section>
${view.mayCancel && cancelPanel(view, page)}`
}

/** A payment that is due: why, until when it waits, and where it is paid. */
const duePanel = (
  { minor, payUrl, asks, again }: DueCharge,
  { currency, language }: ManagedView,
  { due }: PageTexts['manage'],
): Markup => markup`<section class="panel due-now"><h2>${filled(due.title, { amount: amountWithCode(minor, currency, language) })}</h2>
<p>${asks ? due.asks : due.text}</p>
${again && markup`<p class="hint">${filled(due.again, { date: again })}</p>`}
<p class="after"><a class="button" href="${payUrl}"><span>${asks ? due.confirm : due.button}</span></a></p></section>`

/** What comes next, in a sentence. */
function standing(view: ManagedView, texts: PageTexts['manage']): Markup | string {
  const [next] = view.upcoming
  if (view.endsOn) return filled(texts.ends, { date: view.endsOn })
  if (view.pausedUntil) return filled(texts.pausedUntil, { date: view.pausedUntil })
  if (view.isPaused) return texts.paused
  const coming =
    next && filled(texts.next, { amount: amountWithCode(next.minor, view.currency, view.language), date: next.on })
  if (view.trialUntil && coming) return markup`${filled(texts.trial, { date: view.trialUntil })} ${coming}`
  return coming ?? texts.none
}

const payments = ({ payments, currency, language }: ManagedView, { payments: texts }: PageTexts['manage']): Markup =>
  payments.length === 0
    ? markup`<p>${texts.none}</p>`
    : markup`<ul class="payments">${payments.map(
        ({
          on,
          minor,
          state,
          receiptUrl,
        }) => markup`<li><span>${on}</span> <bdi dir="ltr">${amountWithCode(minor, currency, language)}</bdi>
<span class="hint">${texts.states[state]}${receiptUrl && markup` · <a href="${receiptUrl}">${texts.receipt}</a>`}</span></li>`,
      )}</ul>`

/** Two presses: one shows what it means, the other does it. */
const cancelPanel = (
  { periodEnd, endsOn, merchant }: ManagedView,
  { manage: { cancel: texts }, optional }: PageTexts,
): Markup => markup`<section class="panel">
<details class="cancel"><summary class="button second">${endsOn ? texts.endNow : texts.title}</summary>
<form data-cancel><p>${filled(texts.text, { merchant: merchant.name })}</p>
${
  periodEnd &&
  markup`<fieldset><label><input type="radio" name="at" value="period_end" checked> <span>${filled(texts.atEnd, { date: periodEnd })}</span></label>
<label><input type="radio" name="at" value="now"> <span>${texts.now}</span></label></fieldset>`
}
<div class="field"><label for="reason">${texts.reason} <span class="optional">(${optional})</span></label>
<div class="control"><input id="reason" type="text" maxlength="200" autocomplete="off"></div></div>
<p class="after"><button class="button danger" type="submit">${texts.button}</button><button class="button second" type="button" data-keep>${texts.keep}</button></p></form></details></section>`
