import { languages } from '#i18n/languages.ts'
import { languageMenu } from '../language-menu.ts'
import { jsonScript, type Markup, markup } from '../markup.ts'
import { endMark } from '../panels.ts'
import { filled } from '../filled.ts'
import { logo } from '../summary.ts'
import type { Texts } from '../texts.ts'
import { dataOf } from './data.ts'
import { lookStyle } from './look.ts'
import { orderForm } from './order-form.ts'
import { contact, product } from './product.ts'
import { hasPage, type ShopPage, type ShopView } from './view.ts'

/**
 * The document of a payment page: what is sold, what it asks and how it can be paid. Pure; whatever the texts of `view`
 * contain, they appear as text. Only an open page has a form.
 */
export function shopPageHtml(view: ShopView, texts: Texts): string {
  const { language } = view
  const shown = hasPage(view) ? view : null
  const works = shown?.state === 'open' && !view.preview
  const title = shown ? `${shown.title} · ${shown.merchant.name}` : texts.shop.ends.not_found.title
  return markup`<!doctype html>
<html lang="${language}" dir="${languages[language].direction}" ${shown && markup`data-theme="${shown.look.theme}"`}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${shown ? shown.look.theme : 'light dark'}">
${!shown?.listed && markup`<meta name="robots" content="noindex, nofollow">`}
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
${view.assets.styles.map((style) => markup`<link rel="stylesheet" href="${style}">`)}
${shown && markup`<style>${lookStyle(shown.look)}</style>`}
${works && (view.assets.preloads ?? []).map((file) => markup`<link rel="modulepreload" href="${file}">`)}
${works && markup`<script type="module" src="${view.assets.script}"></script>`}
</head>
<body>
<div class="page shop" ${view.preview && markup`inert`}>
${shown?.environment === 'sandbox' && markup`<aside class="test-mode"><p>${texts.page.testMode}</p></aside>`}
${hasPage(view) ? sheet(view, texts) : nothing(view, texts)}
<footer class="foot">${texts.page.poweredBy}</footer>
</div>
${works && shown && jsonScript('page-data', dataOf(shown, texts.shop))}
</body>
</html>
`.toString()
}

const sheet = (view: ShopPage, texts: Texts): Markup => markup`<header class="band"><div class="top">
<div class="merchant">${logo(view.merchant)}<p><bdi>${view.merchant.name}</bdi></p></div>${languageMenu(view, texts.page)}</div></header>
<main class="sheet">
${product(view, texts)}
<div class="side">${view.state === 'open' ? orderForm(view, texts) : end(view.state, view, texts)}</div>
${contact(view, texts)}
</main>`

/** Why nothing can be ordered, in words. */
function end(state: Exclude<ShopPage['state'], 'open'>, { merchant }: ShopPage, { shop }: Texts): Markup {
  const { title, text } = shop.ends[state]
  return markup`<section class="panel outcome" data-panel="${state}">
${endMark('closed')}
<h2 tabindex="-1">${title}</h2>
<p>${filled(text, { merchant: merchant.name })}</p>
</section>`
}

function nothing(view: Exclude<ShopView, ShopPage>, { page, shop }: Texts): Markup {
  const { title, text } = shop.ends[view.state]
  return markup`<header class="top">${languageMenu(view, page)}</header>
<main class="sheet narrow"><section class="panel outcome" data-panel="${view.state}">
${endMark(view.state === 'busy' ? 'busy' : 'closed')}
<h1 tabindex="-1">${title}</h1>
<p>${text}</p>
</section></main>`
}
