import { amountWithCode } from './amount.ts'
import { copyButton } from './copy-button.ts'
import { type Markup, markup } from './markup.ts'
import type { PageTexts } from './texts.ts'
import type { OrderView } from './view.ts'

/** What the shopper has to do now, with all that a provider may want shown; the script fills it in (`show-action.ts`). */
export function actionPanel(view: OrderView, texts: PageTexts): Markup {
  const amount = amountWithCode(view.amountMinor, view.currency, view.language)
  const fact = (name: string, label: string, text?: Markup) =>
    markup`<div data-fact="${name}" ${!text && markup`hidden`}><dt>${label}</dt><dd><bdi dir="ltr">${text}</bdi>${name !== 'left' && name !== 'bank' && name !== 'account_name' && copyButton(label, texts)}</dd></div>`
  return markup`<section class="panel outcome acting" data-panel="action" hidden>
<h2 tabindex="-1" data-acting="title"></h2>
<p data-acting="text"></p>
<img class="qr" data-qr alt="${texts.qrCode}" width="220" height="220" hidden>
<dl class="facts shown">
${fact('code', texts.payCode)}
${fact('bank', texts.bank)}
${fact('account_number', texts.accountNumber)}
${fact('account_name', texts.accountName)}
${fact('reference', texts.transferReference)}
${fact('amount', texts.amount, markup`${amount}`)}
</dl>
<div class="field slips" data-slips hidden><label for="slip">${texts.slip}</label>
<div class="chooser"><input class="unseen" id="slip" type="file" multiple accept=".jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf" aria-describedby="slip-hint slip-error"><label class="button second" for="slip">${texts.chooseSlip}</label>
<p class="hint" id="slip-hint">${texts.slipHint}</p></div>
<ul class="files" data-files></ul>
<p class="said" id="slip-error" role="status"></p></div>
<p class="left" data-left hidden><span data-left-label="timer">${texts.timeLeft}</span><span data-left-label="time">${texts.payUntil}</span> <bdi dir="ltr" role="timer" data-left-text></bdi></p>
<p><a class="button" data-go rel="noreferrer" hidden>${texts.goOn}</a></p>
<p class="test-part" data-test-part hidden><a data-test-link target="_blank" rel="noopener noreferrer">${texts.playPart}</a><small>${texts.playPartHint}</small></p>
<p class="progress" role="status"></p>
<p><button class="plain" type="button" data-other hidden>${texts.otherWay}</button></p>
</section>`
}
