import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import type { Currency } from '#contract/kit/money.ts'
import { printedDigits } from '#contract/remittance-certificates.ts'
import type { Language } from '#i18n/languages.ts'
import { fill } from '#i18n/fill.ts'
import { apart } from '#server/invoice-documents/words.ts'
import type { CertificateFacts } from './facts.ts'
import { amountIn, countryIn, dayIn, momentIn, numberIn } from './formats.ts'
import { certificateTexts } from './texts.ts'

type Block = DocumentBlocks[number]
/** A certificate that was made: its facts, when it was first made, and the digest of the facts in hex. */
export interface Certificate {
  facts: CertificateFacts
  issuedAt: Date
  digest: string
}

/** The certificate as blocks in a language, of which the PDF is drawn. What would be empty is left out. */
export function describeCertificate(certificate: Certificate, language: Language): DocumentBlocks {
  const { facts } = certificate
  const blocks: (Block | null)[] = [
    facts.environment === 'sandbox' ? { kind: 'banner', text: certificateTexts[language].sandbox } : null,
    head(facts, language),
    factRows(certificate, language),
    parties(facts, language),
    steps(facts, language),
    sums(facts, language),
    rates(facts, language),
    notes(facts, language),
  ]
  return blocks.filter((block) => block !== null)
}

const head = ({ gateway }: CertificateFacts, language: Language): Block => ({
  kind: 'head', title: certificateTexts[language].title, number: '', logo: '', seller: [gateway.name, gateway.address],
}) // prettier-ignore

function factRows({ facts, issuedAt, digest }: Certificate, language: Language): Block {
  const { facts: words, states } = certificateTexts[language]
  const { period } = facts
  const days = { from: dayIn(period.from, language), to: dayIn(period.to, language) }
  return {
    kind: 'facts',
    rows: [
      { label: words.number, value: facts.number },
      { label: words.digest, value: digest.slice(0, printedDigits) },
      { label: words.issued, value: dayIn(issuedAt.toISOString().slice(0, 10), language) },
      { label: words.period, value: fill(words.days, days) },
      { label: words.zone, value: period.timeZone },
      { label: words.status, value: states[facts.status as keyof typeof states] },
      { label: words.payments, value: numberIn(String(facts.payments), language) },
      { label: words.refunds, value: numberIn(String(facts.refunds), language) },
    ],
  }
}

function parties({ merchant, transfer, currencies }: CertificateFacts, language: Language): Block {
  const words = certificateTexts[language].parties
  return {
    kind: 'parties',
    parties: [
      {
        label: words.merchant,
        lines: said([
          merchant.name,
          ...merchant.lines,
          merchant.country && countryIn(merchant.country, language),
          merchant.companyNumber && fill(words.companyNumber, { number: apart(merchant.companyNumber) }),
        ]),
      },
      {
        label: words.account,
        lines: transfer
          ? said([
              transfer.holder,
              fill(words.accountEnds, { digits: apart(transfer.lastFour) }),
              currencies.destination,
            ])
          : [],
      },
    ].filter(({ lines }) => lines.length > 0),
  }
}

/** From what was sold to what is sent: in the currency of the sales, and in the base currency. What is taken has a minus. */
function steps({ source, base, currencies }: CertificateFacts, language: Language): Block {
  const words = certificateTexts[language].steps
  const row = (label: string, sc: string | null, bc: string, isTaken = false): string[] => [
    label,
    sc === null ? '' : signed(sc, currencies.source, language, isTaken),
    signed(bc, currencies.base, language, isTaken),
  ]
  const isNothing = (amount: string) => !/[1-9]/.test(amount)
  return {
    kind: 'table',
    columns: [
      { title: words.step, numeric: false },
      { title: currencies.source, numeric: true },
      { title: currencies.base, numeric: true },
    ],
    rows: [
      row(words.sold, source.sold, base.sold),
      row(words.fees, source.fees, base.fees, true),
      row(words.withholding, source.withholding, base.withholding, true),
      row(words.refunded, source.refunded, base.refunded, true),
      ...(isNothing(base.rounding) ? [] : [row(words.rounding, null, base.rounding)]),
      row(words.net, source.net, base.sum),
      row(words.held, null, base.held, true),
      row(words.released, null, base.released),
      row(words.transferFee, null, base.transferFee, true),
    ],
  }
}

function sums({ base, transfer, currencies, status }: CertificateFacts, language: Language): Block {
  const words = certificateTexts[language].sums
  const withCode = (amount: string, currency: Currency) =>
    `${apart(signed(amount, currency, language))}\u00a0${currency}`
  const net = { label: words.net, value: withCode(base.net, currencies.base), strong: false }
  if (!transfer) {
    const said = status === 'Remitted' ? words.nothing : words.notYet
    return {
      kind: 'sums',
      rows: [
        { ...net, strong: true },
        { label: said, value: '', strong: false },
      ],
    }
  }
  return {
    kind: 'sums',
    rows: [
      net,
      { label: words.rate, value: `× ${transfer.applied}`, strong: false },
      { label: words.sent, value: withCode(transfer.amount, currencies.destination), strong: true },
    ],
  }
}

/** Each rate, with its source and the moment of which it is below its name. */
function rates({ transfer, sourceRate, currencies }: CertificateFacts, language: Language): Block {
  const words = certificateTexts[language].rates
  const nameOf = (of: string) => (of === 'file' ? words.file : of === 'same' ? words.same : of)
  const row = (label: string, from: Currency, to: Currency, rate: string, { of, at }: { of: string; at: string }) => [
    `${fill(label, { from: apart(from), to: apart(to) })}\n${said([nameOf(of), at && momentIn(at, language)])
      .map(apart)
      .join(' · ')}`,
    rate,
  ]
  const { source, base, destination } = currencies
  return {
    kind: 'table',
    columns: [
      { title: words.title, numeric: false },
      { title: words.rate, numeric: true },
    ],
    rows: [
      row(words.between, source, base, sourceRate.rate, sourceRate),
      ...(transfer
        ? [
            row(words.reference, base, destination, transfer.reference, transfer),
            row(words.applied, base, destination, transfer.applied, transfer),
          ]
        : []),
    ],
  }
}

function notes({ transfer, gateway, currencies }: CertificateFacts, language: Language): Block {
  const { transfer: words, about } = certificateTexts[language]
  const line = (label: string, value: string) => value && fill(label, { value: apart(value) })
  const money = (amount: string) =>
    amount && `${amountIn(amount, currencies.destination, language)} ${currencies.destination}`
  const time = (at: string) => at && momentIn(at, language)
  const lines = transfer
    ? said([
        line(words.providerRef, transfer.providerRef),
        line(words.sent, time(transfer.sentAt)),
        line(words.remitted, time(transfer.remittedAt)),
        line(words.cost, money(transfer.cost)),
        line(words.returned, money(transfer.returned)),
        line(words.kept, money(transfer.keptByBanks)),
      ])
    : []
  return {
    kind: 'notes',
    notes: [
      { title: words.title, text: lines.join('\n') },
      { title: about.findTitle, text: fill(about.find, { address: apart(gateway.address) }) },
      { title: about.title, text: about.text },
    ].filter(({ text }) => text !== ''),
  }
}

/** What is taken has a minus sign, of what is given back it falls away. */
function signed(amount: string, currency: Currency, language: Language, isTaken = false): string {
  const isBelow = amount.startsWith('-') !== isTaken
  const plain = amountIn(amount.replace('-', ''), currency, language)
  return isBelow && /[1-9]/.test(amount) ? `−${plain}` : plain
}
const said = (texts: string[]) => texts.filter((text) => text !== '')
