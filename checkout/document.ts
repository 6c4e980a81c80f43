import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { languages } from '#i18n/languages.ts'
import { amountWithCode } from './amount.ts'
import { type Markup, markup, pictureAddress } from './markup.ts'
import type { PageTexts } from './texts.ts'
import type { OrderDocument, OrderView } from './view.ts'

type Block = DocumentBlocks[number]
type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** What is paid, such as an invoice: the document in its own language and direction, what was paid of it before, and its files. */
export function documentOf(view: OrderView & { document: OrderDocument }, texts: PageTexts): Markup {
  const { shown, payments, files } = view.document
  const words = texts.document
  return markup`<section class="document" aria-label="${words.title}">
${
  files.length > 0 &&
  markup`<p class="files">${words.download} ${files.map(({ form, url }) => markup`<a href="${url}" download>${words.files[form]}</a> `)}</p>`
}
${payments.length > 0 && paymentList(view, texts)}
<article class="paper" lang="${shown.language}" dir="${languages[shown.language].direction}" data-design="${shown.design}">
${shown.blocks.map(block)}
</article></section>`
}

/** The accent of the document, as the one style in the page itself; empty without one. */
export const documentStyle = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? `:root{--paper:${color}}` : '')

function paymentList(
  { document, currency, language }: OrderView & { document: OrderDocument },
  texts: PageTexts,
): Markup {
  const words = texts.document
  return markup`<section class="paid-before"><h2>${words.payments}</h2><ul>${document.payments.map(
    ({ day, amountMinor, receiptUrl }) =>
      markup`<li><span>${day}</span> <bdi dir="ltr">${amountWithCode(amountMinor, currency, language)}</bdi>${
        receiptUrl && markup` <a href="${receiptUrl}?lang=${language}">${texts.receipt.show}</a>`
      }</li>`,
  )}</ul></section>`
}

function block(one: Block): Markup {
  switch (one.kind) {
    case 'banner':
      return markup`<p class="banner">${one.text}</p>`
    case 'head':
      return head(one)
    case 'facts':
      return rows(
        one.rows.map((row) => ({ ...row, strong: false })),
        'rows',
      )
    case 'sums':
      return rows(one.rows, 'rows sums')
    case 'parties':
      return markup`<div class="parties">${one.parties.map(({ label, lines }) => markup`<div><h3>${label}</h3>${lined(lines)}</div>`)}</div>`
    case 'table':
      return table(one)
    case 'notes':
      return markup`${one.notes.map(({ title, text }) => markup`<div class="note">${title && markup`<h3>${title}</h3>`}<p>${text}</p></div>`)}`
    case 'pay':
      return markup`${one.qr_code && markup`<p class="pay-code"><img src="${pictureAddress(one.qr_code)}" alt="" width="96" height="96"> <bdi dir="ltr">${one.url}</bdi></p>`}`
  }
}

function head({ title, number, logo, seller }: Of<'head'>): Markup {
  const picture = pictureAddress(logo)
  return markup`<header><h2>${title} <bdi>${number}</bdi></h2><div>${picture && markup`<img src="${picture}" alt="">`}${lined(seller)}</div></header>`
}

const lined = (lines: readonly string[]): Markup => markup`${lines.map((line) => markup`<p><bdi>${line}</bdi></p>`)}`

const rows = (all: readonly { label: string; value: string; strong: boolean }[], name: string): Markup =>
  markup`<dl class="${name}">${all.map(
    ({ label, value, strong }) =>
      markup`<div ${strong && markup`class="strong"`}><dt><bdi>${label}</bdi></dt><dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>`

/** On a phone each cell says what it is, since the head of the table is away. */
const table = ({ columns, rows: lines }: Of<'table'>): Markup =>
  markup`<table><thead><tr>${columns.map(
    ({ title, numeric }) => markup`<th scope="col" ${numeric && markup`class="number"`}>${title}</th>`,
  )}</tr></thead><tbody>${lines.map(
    (cells) =>
      markup`<tr>${cells.map((cell, at) => markup`<td data-title="${columns[at]?.title ?? ''}" ${columns[at]?.numeric && markup`class="number"`}><bdi>${cell}</bdi></td>`)}</tr>`,
  )}</tbody></table>`
