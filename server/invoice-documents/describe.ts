import { amountWithCode } from '#checkout/amount.ts'
import type { DocumentBlocks, InvoiceDocument } from '#contract/invoice-documents.ts'
import { amountText } from '#contract/kit/money.ts'
import { fill } from '#i18n/fill.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import type { AddressFacts, InvoiceFacts } from './facts.ts'
import {
  apart,
  countryName,
  dayText,
  hasTaxInvoices,
  invoiceTexts,
  percentText,
  quantityText,
  rateText,
  reasonOf,
  signedText,
  taxNameIn,
  taxWord,
} from './words.ts'

type Block = DocumentBlocks[number]

/** The document as blocks in its own language, which page, PDF and print show alike. What would be empty is left out. */
export async function describeInvoice(facts: InvoiceFacts): Promise<InvoiceDocument> {
  const { language, look } = facts
  const blocks: (Block | null)[] = [
    banner(facts),
    head(facts),
    factRows(facts),
    parties(facts),
    notes([{ title: '', text: facts.description }, reasonNote(facts)]),
    table(facts),
    sums(facts),
    notes(taxNotes(facts)),
    await pay(facts),
    notes(closingNotes(facts)),
  ]
  return { language, design: look.design, color: look.color, blocks: blocks.filter((block) => block !== null) }
}

function banner({ state, kind, environment, language }: InvoiceFacts): Block | null {
  const texts = invoiceTexts[language].banners
  const said = [
    state === 'draft' && texts.draft,
    state === 'voided' && (kind === 'invoice' ? texts.voided : texts.voidedNote),
    environment === 'sandbox' && state !== 'voided' && texts.sandbox,
  ].filter((text) => text !== false)
  return said.length > 0 ? { kind: 'banner', text: said.join(' ') } : null
}

function head(facts: InvoiceFacts): Block {
  const { seller, language, logo, kind, number } = facts
  const { titles, taxNumbers, parties: words } = invoiceTexts[language]
  const isTaxInvoice = seller.tax_number !== '' && facts.sums.groups.some(({ category }) => category !== '')
  const title = isTaxInvoice && hasTaxInvoices(seller.country_code) ? titles.taxInvoice : titles.invoice
  return {
    kind: 'head',
    title: kind === 'credit_note' ? titles.creditNote : title,
    number,
    logo: logo ? `data:image/png;base64,${Buffer.from(logo).toString('base64')}` : '',
    seller: said([
      seller.legal_name,
      ...addressLines(seller, language),
      seller.tax_number && fill(taxNumbers[taxNameIn(seller.country_code)], { number: apart(seller.tax_number) }),
      seller.company_number && fill(words.companyNumber, { number: apart(seller.company_number) }),
      seller.email,
      seller.phone,
    ]),
  }
}

function factRows(facts: InvoiceFacts): Block | null {
  const { language, kind, period, forerunner, buyer } = facts
  const words = invoiceTexts[language].facts
  const day = (value: string) => value && dayText(value, language)
  const rows = [
    { label: kind === 'invoice' ? words.number : words.noteNumber, value: facts.number },
    { label: words.date, value: day(facts.date) },
    { label: words.due, value: day(facts.dueDate) },
    { label: words.delivered, value: day(facts.deliveryDate) },
    {
      label: words.period,
      value: period ? fill(words.days, { from: day(period.from), to: day(period.to) }) : '',
    },
    {
      label: kind === 'invoice' ? words.replaces : words.credited,
      value: forerunner ? fill(words.ofDay, { number: apart(forerunner.number), date: day(forerunner.date) }) : '',
    },
    { label: words.reference, value: buyer.reference },
    { label: words.purchaseOrder, value: buyer.purchaseOrder },
    ...facts.customFields.map(({ key, value }) => ({ label: key, value })),
  ].filter(({ value }) => value !== '')
  return rows.length > 0 ? { kind: 'facts', rows } : null
}

function parties({ buyer, language, seller }: InvoiceFacts): Block {
  const { parties: words, taxNumbers } = invoiceTexts[language]
  const country = buyer.billing.country_code || seller.country_code
  const billed = said([
    buyer.name,
    ...addressLines(buyer.billing, language),
    buyer.taxNumber && fill(taxNumbers[taxNameIn(country)], { number: apart(buyer.taxNumber) }),
    buyer.companyNumber && fill(words.companyNumber, { number: apart(buyer.companyNumber) }),
    buyer.email,
    buyer.phone,
  ])
  const shipped = addressLines(buyer.shipping, language)
  return {
    kind: 'parties',
    parties: [
      { label: words.billTo, lines: billed },
      { label: words.shipTo, lines: shipped },
    ].filter(({ lines }) => lines.length > 0),
  }
}

function table({ lines, sums: { nets }, seller, currency, language }: InvoiceFacts): Block {
  const words = invoiceTexts[language].table
  const taxed = lines.some(({ tax }) => tax.category !== '')
  const column = (title: string, numeric: boolean) => ({ title, numeric })
  return {
    kind: 'table',
    columns: [
      column(words.item, false),
      column(words.quantity, true),
      column(words.rate, true),
      ...(taxed ? [column(words.taxes[taxNameIn(seller.country_code)], true)] : []),
      column(words.amount, true),
    ],
    rows: lines.map(({ detail, quantity, unit, rate, tax }, at) => [
      detail,
      quantityText(quantity, unit, language),
      rateText(rate, currency, language),
      ...(taxed ? [taxWord(tax, language)] : []),
      amountText(nets[at] as bigint, currency, language),
    ]),
  }
}

/** Every step from the lines to what is due. */
function sums(facts: InvoiceFacts): Block {
  const { language, currency, kind, costs, prepaid, seller } = facts
  const words = invoiceTexts[language].sums
  const plain = (minor: bigint) => signedText(minor, currency, language)
  const row = (label: string, value: string, strong = false) => ({ label, value, strong })
  const due = amountWithCode(facts.sums.amount - prepaid, currency, language)
  return {
    kind: 'sums',
    rows: [
      row(words.subTotal, plain(facts.sums.subTotal)),
      ...costs.map(({ title, type, percent }, at) => {
        const amount = facts.sums.costs[at]?.amount ?? 0n
        const share = percent === null ? '' : percentText(percent, language)
        const label = share ? fill(words.percentOf, { title, percent: share }) : title
        return row(label, plain(type === 'DISCOUNT' ? -amount : amount))
      }),
      ...facts.sums.groups
        .filter(({ category }) => category !== '')
        .map(({ category, percent, taxable, tax }) => {
          const untaxed: Partial<Record<string, string>> = words.untaxed
          const label = fill(untaxed[category] ?? words.taxes[taxNameIn(seller.country_code)], {
            rate: percentText(percent, language),
            taxable: plain(taxable),
          })
          return row(label, plain(tax))
        }),
      row(words.total, amountWithCode(facts.sums.amount, currency, language)),
      ...(prepaid > 0n ? [row(words.paid, plain(-prepaid))] : []),
      row(kind === 'invoice' ? words.due : words.credited, due, true),
    ],
  }
}

function taxNotes(facts: InvoiceFacts): { title: string; text: string }[] {
  const texts = invoiceTexts[facts.language]
  const reasons = new Set(facts.sums.groups.map((group) => reasonOf(group, facts, texts)))
  return [{ title: texts.notes.taxes, text: said([...reasons]).join('\n') }]
}

function reasonNote({ reason, language }: InvoiceFacts): { title: string; text: string } {
  return { title: invoiceTexts[language].notes.reason, text: reason }
}

async function pay({ payUrl, showQrCode, state, kind, language }: InvoiceFacts): Promise<Block | null> {
  if (payUrl === '' || state === 'voided' || kind === 'credit_note') return null
  return {
    kind: 'pay',
    label: invoiceTexts[language].pay,
    url: payUrl,
    qr_code: showQrCode ? await qrCodeOf(payUrl) : '',
  }
}

function closingNotes(facts: InvoiceFacts): { title: string; text: string }[] {
  const { seller, customerNote, language, number, kind } = facts
  const words = invoiceTexts[language].notes
  const line = (label: string, value: string) => value && fill(label, { value: apart(value) })
  const bank = seller.account_number
    ? said([
        line(words.accountName, seller.account_name || seller.legal_name),
        line(words.bankName, seller.bank_name),
        line(words.accountNumber, seller.account_number),
        line(words.bankCode, seller.bank_code),
        line(words.remittance, number),
      ])
    : []
  return [
    { title: customerNote.title, text: customerNote.value },
    ...facts.notes.map(({ title, description }) => ({ title, text: description })),
    ...(kind === 'invoice' ? [{ title: words.bank, text: bank.join('\n') }] : []),
    { title: words.terms, text: kind === 'invoice' ? seller.terms : '' },
  ]
}

const notes = (all: { title: string; text: string }[]): Block | null => {
  const shown = all.filter(({ text }) => text !== '')
  return shown.length > 0 ? { kind: 'notes', notes: shown } : null
}

/** An address as lines, with the country's name. */
function addressLines(address: AddressFacts, language: InvoiceFacts['language']): string[] {
  const place = said([address.zip_code, address.city, address.state]).join(' ')
  return said([
    address.line_1,
    address.line_2,
    place,
    address.country_code && countryName(address.country_code, language),
  ])
}
const said = (texts: string[]) => texts.filter((text) => text !== '')
