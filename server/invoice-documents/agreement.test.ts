import { expect, it } from 'vitest'
import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { amountsOf } from '#contract/invoice-amounts.ts'
import { countOf, report } from '#test/faults/counts.ts'
import { modelOf, modelOfCredit } from '#test/invoice-model.ts'
import { askedInvoice, creditFactsOf, decimalOf, factsOf, figures, modelled } from './any-document-fixtures.ts'
import { describeInvoice } from './describe.ts'
import type { InvoiceFacts } from './facts.ts'
import { drawn, textRead, textsDescribed } from './pdf/drawn.ts'
import { ciiOf } from './xml/cii.ts'
import { electronicOf } from './xml/electronic.ts'
import { electronicGaps } from './xml/gaps.ts'
import { faultsByFacturX, faultsByUbl, hasStandards, inWholeNumbers, rulesOf } from '#test/invoice-standards.ts'
import { ublOf } from './xml/ubl.ts'

/**
 * Any invoice and any credit note comes to the same in the model with fractions, in the sums that screens and calls have, in the
 * description, in the text of the PDF, in UBL and in CII.
 */
const invoices = countOf(20_000, 40)
/** Of so many the official rules are asked, and the PDF is read: they take the longest. */
const judged = countOf(1_000, 2)
const read = countOf(5_000, 4)
/** Documents that a schema is asked about at once. */
const batch = 500
const allTime = countOf(4 * 3_600_000, 20_000)

/** What a document comes to, as texts with the decimals of its currency. */
interface Numbers {
  nets: string[]
  subTotal: string
  charges: string
  discounts: string
  tax: string
  amount: string
}

/** Of the model; undefined where the lines make no amount, about which the sums agree. */
function numbersOfModel(invoice: ReturnType<typeof askedInvoice>): Numbers | undefined {
  const model = modelOf(modelled(invoice))
  const sums = amountsOf(invoice.content, invoice.currency)
  if (typeof model === 'string' || Array.isArray(sums)) {
    expect([invoice.seed, Array.isArray(sums) ? sums.map(({ reason }) => reason) : sums]).toEqual([
      invoice.seed,
      [model],
    ])
    return undefined
  }
  expect([invoice.seed, sums]).toMatchObject([invoice.seed, model])
  return numbersOf(model, invoice.currency)
}

function numbersOf(
  sums: Pick<InvoiceFacts['sums'], 'nets' | 'subTotal' | 'charges' | 'discounts' | 'tax' | 'amount'>,
  currency: InvoiceFacts['currency'],
): Numbers {
  const of = (minor: bigint) => figures(minor, currency)
  return {
    nets: sums.nets.map(of),
    subTotal: of(sums.subTotal),
    charges: of(sums.charges),
    discounts: of(sums.discounts),
    tax: of(sums.tax),
    amount: of(sums.amount),
  }
}

/** What the document says to people: each amount is read out of its texts. */
function numbersSaid(blocks: DocumentBlocks, { currency, costs, sums: { groups } }: InvoiceFacts): Numbers {
  const block = <Kind extends string>(kind: Kind) =>
    blocks.find((one): one is Extract<DocumentBlocks[number], { kind: Kind }> => one.kind === kind)
  const rows = (block('sums')?.rows ?? []).map(({ value }) => minorIn(value))
  const taxed = groups.filter(({ category }) => category !== '').length
  const [subTotal = 0n, ...rest] = rows
  const steps = rest.slice(0, costs.length)
  const taxes = rest.slice(costs.length, costs.length + taxed)
  const [total = 0n, due = 0n, ...none] = rest.slice(costs.length + taxed)
  expect([none, due]).toEqual([[], total])
  const sum = (of: bigint[]) => of.reduce((all, one) => all + one, 0n)
  return numbersOf(
    {
      nets: (block('table')?.rows ?? []).map((cells) => minorIn(cells.at(-1) ?? '')),
      subTotal,
      charges: sum(steps.filter((_, at) => costs[at]?.type === 'CHARGE')),
      discounts: -sum(steps.filter((_, at) => costs[at]?.type === 'DISCOUNT')),
      tax: sum(taxes),
      amount: total,
    },
    currency,
  )
}
/** The minor units of '−1,234.50 EUR'. */
const minorIn = (text: string) => BigInt(text.replaceAll(/[^\d−]/g, '').replace('−', '-'))

/** What an XML says to a machine. */
function numbersWritten(xml: string): Numbers {
  const isUbl = xml.includes('urn:oasis')
  const [head = '', ...lines] = isUbl ? xml.split(/<cac:(?:Invoice|CreditNote)Line>/) : partsOfCii(xml)
  const one = (text: string, name: string) =>
    new RegExp(`<(?:cbc|ram):${name}(?: [^>]*)?>([^<]*)<`).exec(text)?.[1] ?? ''
  const total = (ubl: string, cii: string) => one(head, isUbl ? ubl : cii)
  expect(total('PayableAmount', 'DuePayableAmount')).toBe(total('TaxInclusiveAmount', 'GrandTotalAmount'))
  return {
    nets: lines.map((line) => one(line, isUbl ? 'LineExtensionAmount' : 'LineTotalAmount')),
    subTotal: total('LineExtensionAmount', 'LineTotalAmount'),
    charges: total('ChargeTotalAmount', 'ChargeTotalAmount'),
    discounts: total('AllowanceTotalAmount', 'AllowanceTotalAmount'),
    tax: total('TaxAmount', 'TaxTotalAmount'),
    amount: total('PayableAmount', 'DuePayableAmount'),
  }
}
/** The lines stand before the sums. */
function partsOfCii(xml: string): string[] {
  const [, ...lines] = xml.split('<ram:IncludedSupplyChainTradeLineItem>')
  const end = '</ram:IncludedSupplyChainTradeLineItem>'
  const [last = '', head = ''] = (lines.at(-1) ?? '').split(end)
  return [head, ...lines.slice(0, -1), last]
}

/** Looks at all that is made of a document, but for schemas and rules; its XML for them. */
async function agreed(facts: InvoiceFacts, numbers: Numbers, isRead: boolean): Promise<{ ubl: string; cii: string }> {
  const name = `${facts.ref} ${facts.kind}`
  const { blocks } = await describeInvoice(facts)
  expect([name, electronicGaps(facts)]).toEqual([name, []])
  expect([name, numbersSaid(blocks, facts)]).toEqual([name, numbers])
  const invoice = electronicOf(facts)
  const [ubl, cii] = [ublOf(invoice), ciiOf(invoice, { inside: 'factur-x' })]
  expect([name, numbersWritten(ubl)]).toEqual([name, numbers])
  expect([name, numbersWritten(cii)]).toEqual([name, numbers])
  if (isRead) {
    expect([name, await textRead(await drawn(facts, cii), facts)]).toEqual([name, await textsDescribed(facts)])
  }
  return { ubl, cii }
}

it(
  'any invoice and credit note says the same in all of its documents, which the schemas and the official rules accept',
  async () => {
    const judges = hasStandards ? { ubl: rulesOf('UBL'), cii: rulesOf('CII') } : undefined
    const counts = { invoices: 0, notes: 0, read: 0, judged: 0, nothing: 0 }
    let written: { ubl: string; cii: string }[] = []
    const check = async () => {
      const kind = (name: string) => written.map(({ ubl }) => ubl).filter((xml) => xml.includes(`<${name} xmlns`))
      expect(await faultsByFacturX(written.map(({ cii }) => cii))).toEqual([])
      if (!hasStandards) return
      for (const name of ['Invoice', 'CreditNote'] as const) expect(await faultsByUbl(name, kind(name))).toEqual([])
    }
    for (let seed = 1; counts.invoices + counts.notes < invoices; seed += 1) {
      const invoice = askedInvoice(seed)
      const numbers = numbersOfModel(invoice)
      if (!numbers) {
        counts.nothing += 1
        continue
      }
      const facts = factsOf(invoice)
      const documents = [{ facts, numbers }]
      const note = seed % 3 === 0 ? creditFactsOf(invoice) : undefined
      if (note) {
        expect([seed, note.facts.sums.amount]).toEqual([seed, note.amount])
        const { lines } = note
        const credited = lines?.map(({ line, quantity }) => ({ line, quantity: decimalOf(quantity) }))
        if (credited) expect([seed, modelOfCredit(modelled(invoice), credited)]).toEqual([seed, note.amount])
        documents.push({ facts: note.facts, numbers: numbersOf(note.facts.sums, invoice.currency) })
      }
      for (const document of documents) {
        counts[document.facts.kind === 'invoice' ? 'invoices' : 'notes'] += 1
        const isRead = counts.read < read
        if (isRead) counts.read += 1
        const xml = await agreed(document.facts, document.numbers, isRead)
        written.push(xml)
        if (judges && counts.judged < judged) {
          counts.judged += 1
          for (const [form, judge] of Object.entries(judges) as ['ubl' | 'cii', typeof judges.ubl][]) {
            // The rules compute in binary fractions, which whole numbers have none of.
            const broken = [...judge.broken(inWholeNumbers(xml[form]))]
            expect([seed, document.facts.kind, form, ...broken]).toEqual([seed, document.facts.kind, form])
          }
        }
      }
      if (written.length >= batch) {
        await check()
        written = []
      }
    }
    await check()
    report(JSON.stringify(counts))
    expect(counts.notes).toBeGreaterThan(invoices / 10)
  },
  allTime,
)
