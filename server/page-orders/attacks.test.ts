import { parse } from 'csv-parse/sync'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailHtml } from '#server/messages/mail-html.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { createPage } from '#server/payment-pages/fixtures.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { attacks, formulas, tagsOf } from '#test/attacks.ts'
import { countOf, full } from '#test/faults/counts.ts'
import { answersTo, pageOf, textsInTurn, type NextText } from '#test/page-of-attacks.ts'
import { probesOf } from '#test/probes.ts'
import { runJobs } from '#test/run-jobs.ts'
import { rowsOfFile, unzipped } from '#test/unzip.ts'

/**
 * Pages made of attacks, and orders answered with attacks, through the calls that merchants and shoppers use. All that is made of them
 * has the tags of the same made of harmless words.
 */
let paying: Paying
let harmless: Sold
beforeAll(async () => {
  paying = await openPaying()
  let count = 0
  harmless = await sell(() => `word${count++}`)
})
afterAll(() => paying.close())

const post = (path: string, body: object, session: Paying['session'] | null = paying.session) =>
  paying.testApp.call(session, 'POST', path, body, { 'idempotency-key': crypto.randomUUID() })
const documentAt = async (path: string) => {
  const { statusCode, body } = await paying.testApp.app.inject({ url: path, headers: { 'accept-language': 'en' } })
  expect([path, statusCode]).toEqual([path, 200])
  return body
}

const create = (page: object) => createPage(paying.testApp, paying.session, page)

/** A page that was made and sold once, all documents and mails about it, and its sheets. */
type Sold = Awaited<ReturnType<typeof sell>>
async function sell(next: NextText) {
  const [content, to] = [pageOf(next), `${crypto.randomUUID()}@shop.example`]
  const { status, errors, page } = await create({ ...content, confirmation_emails: [to] })
  expect([status, errors]).toEqual([200, undefined])
  const answers = answersTo(content, next)
  const filledIn = new URLSearchParams({
    name: answers.name,
    'field.text': answers.fields.text,
    'field.long': next(500),
  })
  filledIn.append(next(50), next(200))
  const email = `${crypto.randomUUID()}@shopper.example`
  const ordered = await post(
    `/api/checkout/pages/${page.page_ref}/orders`,
    { version: 1, seen_total: 12.5, ...answers, email },
    null,
  )
  expect([ordered.status, ordered.body['errors']]).toEqual([200, undefined])
  const { order_ref: ref } = ordered.body.content as unknown as { order_ref: string }
  const unpaid = await documentAt(`/pay/${ref}?lang=en`)
  const token = await paying.simulator.token('4242424242424242')
  const { orderRef } = await paying.start(ref, { token, shopper_name: next(120), shopper_email: email })
  await paying.settle(orderRef)
  await runJobs(paying.testApp, { names: ['send-receipt'] })
  const mails = [...(await messagesTo(paying.testApp, to)), ...(await messagesTo(paying.testApp, email))]
  const documents = {
    page: await documentAt(`/pay/p/${page.page_ref}?${filledIn}&lang=en`),
    'page in Arabic': await documentAt(`/pay/p/${page.page_ref}?lang=ar`),
    'unpaid order': unpaid,
    'paid order': await documentAt(`/pay/${ref}?lang=ar`),
    receipt: await documentAt(`/pay/${ref}/receipts/${orderRef}?lang=en`),
    ...Object.fromEntries(mails.map((mail, n) => [`mail ${n}`, mailHtml({ ...mail, language: 'en' })])),
  }
  return { content, answers, page, documents, mails }
}

const tags = ({ documents }: Sold) =>
  Object.fromEntries(Object.entries(documents).map(([name, html]) => [name, tagsOf(html)]))

// In the long form each attack stands at each place in turn.
const all = attacks()
const pages = countOf(all.length, 4)
it(
  'nothing of a text runs on the page, on the page of an order, on a receipt or in a mail, whichever of its texts it is',
  async () => {
    const next = textsInTurn(probesOf('attacks', all, 500))
    for (let n = 0; n < pages; n += 1) {
      const sold = await sell(next)
      expect(sold.mails).toHaveLength(3)
      expect(tags(sold), JSON.stringify(sold.content)).toEqual(tags(harmless))
      for (const { subject } of sold.mails) expect(subject).not.toMatch(/[\r\n]/)
      // Whoever asks by the calls has it as it was written, and shows it as text.
      const { title, merchant_details, custom_fields, terms, texts } = sold.content
      expect(sold.page).toMatchObject({ title, merchant_name: merchant_details.name, custom_fields, terms, texts })
    }
  },
  countOf(3_600_000, 20_000),
)

it(
  'no cell of a sheet is a formula, whatever was asked and answered, and numbers are numbers',
  async () => {
    const next = textsInTurn(full ? all : formulas())
    for (let n = 0; n < countOf(pages / 4, 2); n += 1) {
      const { page, content, answers } = await sell(next)
      const of = async (path: string, body: object): Promise<LightMyRequestResponse> => {
        const headers = { authorization: `Bearer ${paying.session.token}` }
        const answer = await paying.testApp.app.inject({
          method: 'POST',
          url: `/gateway${path}`,
          headers,
          payload: body,
        })
        // The place of an export before it is free when its transaction has ended, which is after its last byte.
        if (answer.statusCode === 429) return of(path, body)
        expect(answer.statusCode).toBe(200)
        return answer
      }
      const sales = `/merchants/paymentPage/${page.page_ref}/export-transactions`
      const list = `/merchants/${paying.merchant.key}/export-paymentPages`
      const columns = [{ key: 'amount' }, { key: 'name', title: next(60) }]
      const file = (await of(sales, { columns })).rawPayload
      const [head = [], row = []] = rowsOfFile(file)
      const asked = content.custom_fields.map(({ title }) => title)
      const { text, long, pick } = answers.fields
      expect(head.slice(2).map(inCell(asked))).toEqual(asked)
      const sold = [12.5, answers.name, text, long, pick, 'true', -12.5]
      expect(row.map(inCell(sold))).toEqual(sold)
      for (const xlsx of [file, (await of(list, { search: page.page_ref })).rawPayload])
        for (const [name, xml] of unzipped(xlsx)) if (name.includes('worksheets')) expect(xml).not.toMatch(/<f[ >]/)
      for (const csv of [
        await of(sales, { columns, format: 'csv' }),
        await of(list, { search: page.page_ref, format: 'csv' }),
      ])
        for (const cell of (parse(csv.body, { bom: true }) as string[][]).flat())
          if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
    }
  },
  countOf(3_600_000, 20_000),
)

/** The text of which a cell is made: that without what no sheet can hold, behind an apostrophe where it would be evaluated. */
const inCell = (texts: readonly unknown[]) => (cell: unknown, at: number) => {
  const text = texts[at]
  if (typeof text !== 'string') return cell
  // oxlint-disable-next-line no-control-regex -- just these
  const held = text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
  return cell === held || cell === `'${held}` ? text : cell
}

it('a text that cannot be stored is refused at its place', async () => {
  for (const text of ['a\0b', 'a\ud800b']) {
    const { status, errors } = await create({ ...pageOf(() => 'word'), title: text, terms: text, custom_fields: [] })
    expect([status, errors?.map(({ path }) => path).toSorted()]).toEqual([400, ['terms', 'title']])
  }
})
