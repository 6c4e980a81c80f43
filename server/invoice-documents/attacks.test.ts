import fontoxpath from 'fontoxpath'
import { parse } from 'csv-parse/sync'
import { parseXmlDocument } from 'slimdom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoice-answers.ts'
import { openInvoicing, type Invoicing } from '#server/invoices/fixtures.ts'
import { mailHtml } from '#server/messages/mail-html.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { attacks, formulas, tagsOf } from '#test/attacks.ts'
import { countOf } from '#test/faults/counts.ts'
import { invoiceAttacks, invoiceOf, sellerOf, templateOf } from '#test/invoice-of-attacks.ts'
import { textsInTurn, type NextText } from '#test/page-of-attacks.ts'
import { probesOf } from '#test/probes.ts'
import { unzipped } from '#test/unzip.ts'
import { drawable } from './pdf/characters.ts'
import { pagesRead, plain } from './pdf/drawn.ts'
import { readFile } from './pdf/file-reader.ts'
import { sliceOf } from './pdf/slices.ts'

/**
 * Settings, templates, invoices and credit notes whose every text is an attack, through the calls that merchants use. What is made of
 * them has the tags of the same made of harmless words, and no text runs, breaks out or gets lost.
 */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const all = invoiceAttacks()
const rounds = countOf(Math.ceil(all.length / 40), 3)
const allTime = countOf(3_600_000, 20_000)

/** The same of harmless words; of some that no font has, where there is no PDF to offer. */
const harmless = new Map<boolean, Promise<Drawn>>()
const harmlessFor = ({ hasPdf }: Drawn): Promise<Drawn> => {
  let count = 0
  const known = harmless.get(hasPdf) ?? drawUp(() => `word${count++}${hasPdf ? '' : '\u{1f600}'}`)
  harmless.set(hasPdf, known)
  return known
}

const settingsPath = () => `/api/invoices/${inv.scope.merchantId}/settings`
async function saveSeller(seller: object) {
  const { revision } = (await inv.ask('GET', settingsPath())).body.content as unknown as { revision: number }
  return inv.ask('PUT', settingsPath(), { revision, ...seller })
}
const saveTemplate = (template: object) =>
  inv.ask('POST', '/merchants/invoice_template', { environment: 'sandbox', ...template })
const accepted = ({ status, body }: Awaited<ReturnType<Invoicing['ask']>>) =>
  expect([status, body['errors']]).toEqual([200, undefined])
const pageOf = async (ref: string, language: string) => {
  const answer = await inv.paying.testApp.app.inject({ url: `/pay/${ref}?lang=${language}` })
  expect(answer.statusCode).toBe(200)
  return answer.body
}
async function file(path: string): Promise<Buffer> {
  const { status, text, body } = await inv.ask('GET', `/api/${path}`)
  if (status !== 200) throw new Error(text)
  const { data_url: url } = body.content as unknown as { data_url: string }
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** An invoice that was issued, with its seller, template and credit note. */
type Drawn = Awaited<ReturnType<typeof drawUp>>
async function drawUp(next: NextText) {
  const [seller, template, content, reason] = [sellerOf(next), templateOf(next), invoiceOf(next), next(200)]
  accepted(await saveSeller(seller))
  const saved = await saveTemplate(template)
  accepted(saved)
  const { template_ref } = saved.body.content as unknown as { template_ref: string }
  const { invoice_ref: ref, missing_characters: missing } = await inv.create({
    ...content,
    currency: 'EUR',
    template_ref,
  })
  const hasPdf = missing.length === 0
  if (hasPdf) accepted(await inv.ask('POST', `/merchants/invoice/${ref}/send-invoice`, {}))
  else await inv.update(ref, { revision: 1, marked_as_sent: true })
  accepted(await inv.credit(ref, { lines: [{ line: 0, quantity: 1 }], reason }))
  // A merchant keeps few templates.
  accepted(await inv.ask('DELETE', `/merchants/${inv.paying.merchant.key}/invoice_templates/${template_ref}`))
  const invoice = await inv.read(ref)
  const mails = await messagesTo(inv.paying.testApp, content.customer.email)
  expect(mails).toHaveLength(hasPdf ? 1 : 0)
  const pages = { en: await pageOf(ref, 'en'), ar: await pageOf(ref, 'ar') }
  const documents: Record<string, string> = {
    ...pages,
    ...Object.fromEntries(mails.map((mail, n) => [`mail ${n}`, mailHtml({ ...mail, language: 'en' })])),
  }
  return { seller, content, template, reason, invoice, hasPdf, mails, documents }
}
const noteOf = ({ credit_notes: [note] }: Invoice) => `credit-notes/${note?.credit_note_ref}`
const tags = ({ documents }: Drawn) =>
  Object.fromEntries(Object.entries(documents).map(([name, html]) => [name, tagsOf(html)]))

it(
  'no text runs on the page or in a mail, and each XML is well-formed and has the texts as they are',
  async () => {
    const next = textsInTurn(probesOf('attacks of invoices', all, 400))
    for (let round = 0; round < rounds; round += 1) {
      const drawn = await drawUp(next)
      expect(tags(drawn), JSON.stringify(drawn.content)).toEqual(tags(await harmlessFor(drawn)))
      for (const { subject } of drawn.mails) expect(subject).not.toMatch(/[\r\n]/)
      const { content, seller, invoice } = drawn
      expect(invoice).toMatchObject({
        description: content.description,
        line_items: content.line_items,
        custom_fields: content.custom_fields,
        additional_invoice_notes: content.additional_invoice_notes,
      })
      for (const path of [`invoices/${invoice.invoice_ref}`, noteOf(invoice)]) {
        const [ubl, cii] = await Promise.all(['ubl', 'cii'].map((form) => file(`${path}/xml/${form}`)))
        const said = (xml: Buffer | undefined, name: string) =>
          fontoxpath.evaluateXPathToStrings(`//*[local-name() = '${name}']`, parseXmlDocument(String(xml)))
        expect(said(ubl, 'RegistrationName')).toEqual([seller.legal_name, content.customer.name])
        expect(said(cii, 'BuyerReference')).toEqual([content.buyer.reference])
        expect(said(ubl, 'AdditionalStreetName')[0]).toBe(seller.line_2)
      }
    }
  },
  allTime,
)

it(
  'a PDF has no script, no action but the address to pay at, and each text as it is',
  async () => {
    const canBeDrawn = all.filter((text) =>
      Array.from(drawable(text)).every((one) => one === '\n' || sliceOf(one, 'noto-sans-sc')),
    )
    const next = textsInTurn(probesOf('attacks in PDFs', canBeDrawn, 300))
    for (let round = 0; round < countOf(Math.ceil(canBeDrawn.length / 40), 2); round += 1) {
      const { invoice, content, hasPdf } = await drawUp(next)
      expect(hasPdf).toBe(true)
      for (const path of [`invoices/${invoice.invoice_ref}`, noteOf(invoice)]) {
        const pdf = await file(`${path}/pdf`)
        const read = readFile(pdf)
        const objects = [...read.objects.values()].join('\n')
        const withoutTexts = objects.replaceAll(/\((?:\\.|[^\\)])*\)/gs, '()')
        expect(withoutTexts).not.toMatch(/\/(JavaScript|JS|Launch|SubmitForm|ImportData|OpenAction|AA|GoToR|GoToE)\b/)
        const addresses = [...objects.matchAll(/\/URI \(((?:\\.|[^\\)])*)\)/gs)].map(([, url]) => url)
        expect(addresses.every((url) => url?.endsWith(`/pay/${invoice.invoice_ref}`))).toBe(true)
        const text = (await pagesRead(pdf)).join('')
        for (const one of [content.customer.name, content.buyer.purchase_order])
          if (/^[\x20-\x7e]{1,30}$/.test(one)) expect(text).toContain(plain(one))
      }
    }
  },
  allTime,
)

it('no cell of a sheet is a formula', async () => {
  const next = textsInTurn(formulas().filter((text) => all.includes(text)))
  const { invoice } = await drawUp(next)
  const path = `/gateway/merchants/${inv.paying.merchant.key}/export-invoices`
  const headers = { authorization: `Bearer ${inv.paying.session.token}` }
  const of = async (body: object) => {
    for (;;) {
      const answer = await inv.paying.testApp.app.inject({ method: 'POST', url: path, headers, payload: body })
      // The place of an export before it is free when its transaction has ended, which is after its last byte.
      if (answer.statusCode !== 429) return answer
    }
  }
  for (const lines of [true, false]) {
    const search = { search: invoice.invoice_number, lines }
    const sheet = await of(search)
    expect(sheet.statusCode).toBe(200)
    for (const [name, xml] of unzipped(sheet.rawPayload))
      if (name.includes('worksheets')) expect(xml).not.toMatch(/<f[ >]/)
    const cells = (parse((await of({ ...search, format: 'csv' })).body, { bom: true }) as string[][]).flat()
    expect(cells.length).toBeGreaterThan(10)
    for (const cell of cells) if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
  }
})

it('what XML cannot carry is refused at its field, wherever it stands', async () => {
  const faultsOf = ({ status, body }: Awaited<ReturnType<Invoicing['ask']>>) => {
    expect(status).toBe(400)
    return (body['errors'] as { path: string; reason: string }[])
      .filter(({ reason }) => reason === 'not_text')
      .map(({ path }) => path)
      .toSorted()
  }
  const word: NextText = () => 'word'
  for (const bad of ['a\u0001b', 'a\ud800b', 'a\u0000b', 'a\ufffeb']) {
    const next: NextText = () => bad
    // Texts that no document shows are no matter of XML, and an answer names twenty faults at most.
    const { merchant_invoice_ref: _, internal_note: _note, source: _source, ...content } = invoiceOf(next)
    for (const part of partsOf(content))
      expect(faultsOf(await inv.askFor({ ...invoiceOf(word), currency: 'EUR', ...part }))).toEqual(pathsOf(part, bad))
    expect(faultsOf(await saveSeller(sellerOf(next)))).toEqual(pathsOf(sellerOf(next), bad))
    const { internal_note: _own, name: _name, ...template } = templateOf(next)
    for (const part of partsOf(template).filter((one) => pathsOf(one, bad).length > 0))
      expect(faultsOf(await saveTemplate({ ...templateOf(word), ...part }))).toEqual(pathsOf(part, bad))
  }
  const { invoice_ref: ref } = await inv.sent()
  for (const reason of ['a\u0001b', 'a\ud800b']) expect(faultsOf(await inv.credit(ref, { reason }))).toEqual(['reason'])
  expect(attacks().length).toBeGreaterThan(all.length)
})

/** A body, field by field. */
const partsOf = (body: object): object[] => Object.entries(body).map(([name, value]) => ({ [name]: value as unknown }))

/** Where a text stands in a body. */
function pathsOf(body: object, text: string, at = ''): string[] {
  const found = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (value === text) return [`${at}${name}`]
    return typeof value === 'object' && value !== null ? pathsOf(value, text, `${at}${name}.`) : []
  })
  return found.toSorted()
}
