import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flatTexts, unlike, untranslated } from '#i18n/gate.ts'
import { defaultLanguage, languageTags } from '#i18n/languages.ts'
import { patchedSource, sourceRoot } from './faults/patched-source.ts'

/** Tags that are words of the code too: the name of a column, a unit of time, a cell of a table. */
const alsoWords = ['id', 'ms', 'th']

/** Files that name a language, each with the day it was allowed and why; one that is no longer needed fails. */
const allowed: Record<string, string> = {
  'server/providers/simulator/page-html.ts': '2026-11-22: a tool for testing, in English alone',
  'server/providers/simulator/stripe/browser-files.ts': '2026-11-23: a tool for testing, in English alone',
  'server/demo/exports.ts': '2026-11-27: the language that an export is asked in',
  'server/demo/orders.ts': '2026-11-27: the languages of shoppers',
  'server/demo/invoice-markets.ts': '2026-11-25: the languages of customers',
  'server/demo/pages.ts': '2026-11-24: the texts of a merchant, who says them in two languages',
  'server/demo/subscriptions.ts': '2026-11-26: the languages of customers',
  'server/recon-files/read/month-names.ts': '2026-11-28: the languages in which files of providers name months',
  'server/messages/outbox-page.ts': '2026-11-22: a tool for testing, in English alone',
}

const sources = ['contract', 'server', 'console', 'checkout', 'tools'].flatMap((room) =>
  readdirSync(join(sourceRoot, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|mjs|sql)$/.test(file) && !/\.test\.tsx?$|fixtures\.ts$/.test(file))
    .map((file) => `${room}/${file}`),
)

/** Where a source names one of the languages: as a text of its own, with or without a variant, or as a key. */
function named(source: string, tags: readonly string[]): string[] {
  const tag = tags.filter((one) => !alsoWords.includes(one)).join('|')
  return [
    ...source.matchAll(
      new RegExp(`(['"\`])(?:${tag})(?:-[A-Za-z]{2,8})*(?:-u-[\\w-]+)?\\1|\\b(?:${tag}): ?[{['"\`(]`, 'g'),
    ),
  ].map(([text]) => text)
}

describe('languages', () => {
  it('are named in i18n/ and nowhere else', () => {
    const naming = sources.filter((file) => {
      // What a migration has said stays said: only the default of a column.
      const text = readFileSync(join(sourceRoot, file), 'utf8').replaceAll(/default 'en'/g, '')
      return !laidDown.includes(file) && named(text, languageTags).length > 0
    })
    expect(naming.toSorted()).toEqual(Object.keys(allowed).toSorted())
  })

  it('that are named are found', () => {
    for (const text of [`language === 'ar'`, `"en-GB"`, '`en`', '{ en: { a: 1 } }', `ar: 'x'`, `'ar-u-nu-latn'`])
      expect(named(text, ['en', 'ar']), text).toHaveLength(1)
    for (const text of [`'are'`, `'arena'`, 'when: {', `'id'`])
      expect(named(text, ['en', 'ar', 'id']), text).toEqual([])
  })
})
/** Migrations of before there was a registry; 0032 has dropped their lists. */
const laidDown = ['server/db/migrations/0009-payment-links-whole.sql', 'server/db/migrations/0021-notifications.sql']

describe('a language more', () => {
  it('is a folder and a row: the program speaks it, and the gate of the texts holds it', async () => {
    const place = mkdtempSync(join(tmpdir(), 'language-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const row = `  eo: { name: 'Esperanto', direction: 'ltr', firstDayOfWeek: 1, numerals: 'latn', dates: 'eo' },\n`
    const end = '} satisfies Record'
    const copy = await patchedSource(place, [{ file: 'i18n/languages.ts', from: end, to: row + end }])
    translate(join(copy, 'i18n'), 'eo')
    writeFileSync(join(copy, 'speak.ts'), program)
    const { stdout } = await promisify(execFile)(process.execPath, [join(copy, 'speak.ts')], { cwd: copy })
    expect(JSON.parse(stdout)).toEqual({
      asked: 'eo',
      preferred: 'eo',
      link: 'eo',
      tags: [...languageTags, 'eo'],
      page: ['<html lang="eo" dir="ltr">', 'Thank you. Your payment was successful.*', 'العربية'],
      mail: ['eo', 'Set a new password*', '<html lang="eo" dir="ltr">'],
      notice: ['Payment received*', '\u20685,00 USD\u2069 for order \u2068A1\u2069.*'],
      amount: '1 234,50',
    })
  })
})

/** A made-up translation: every text of English with a mark. */
function translate(i18n: string, tag: string): void {
  mkdirSync(join(i18n, tag))
  const marked = (value: unknown): unknown =>
    typeof value === 'string'
      ? `${value}*`
      : Array.isArray(value)
        ? value.map(marked)
        : Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, marked(one)]))
  for (const file of readdirSync(join(i18n, defaultLanguage))) {
    const english = JSON.parse(readFileSync(join(i18n, defaultLanguage, file), 'utf8')) as object
    const texts = marked(english) as object
    expect(unlike(flatTexts(english), flatTexts(texts), tag), file).toEqual([])
    expect(untranslated(flatTexts(english), flatTexts(texts)), file).toEqual([])
    writeFileSync(join(i18n, tag, file), JSON.stringify(texts))
  }
}

/** Asks the parts of the program that speak to people, each by what the rest of it calls. */
const program = `
import { amountText } from '#contract/kit/money.ts'
import { wordsOf } from '#contract/notification-words.ts'
import { createPaymentLink } from '#contract/payment-links.ts'
import { languageTags } from '#i18n/languages.ts'
import { languageOf } from '#i18n/negotiate.ts'
import { payPage } from '#server/checkout/page.ts'
import { textsOf } from '#server/kit/texts.ts'
import { mailHtml } from '#server/messages/mail-html.ts'
import { resetMail } from '#server/password-reset/mails.ts'

const view = {
  state: 'paid', language: 'eo', assets: { script: '', styles: [] }, pendingOrderRef: '', environment: 'live',
  merchant: { name: 'Acme', logo: '', backUrl: '' }, amountMinor: 5n, currency: 'USD', description: '', orderRef: 'A',
  customer: { name: '', email: '' }, promo: { code: '', discountMinor: 0n }, shippingMinor: 0n, expiresAt: null,
  methods: [], card: null, attemptsUrl: '',
}
const { html } = payPage(view)
const mail = resetMail('eo', 'https://pay.example')
const notice = wordsOf('payment_received', { amount: '5.00 USD', order_id: 'A1' }, textsOf('notices').eo, 'eo')
console.log(JSON.stringify({
  asked: languageOf('ar', 'eo'),
  preferred: languageOf('eo-001,ar;q=0.5'),
  link: createPaymentLink.body.shape.language.parse('eo'),
  tags: languageTags,
  page: ['<html lang="eo" dir="ltr">', 'Thank you. Your payment was successful.*', 'العربية'].filter((text) => html.includes(text)),
  mail: [mail.language, mail.subject, mailHtml(mail).split('\\n')[1]],
  notice: [notice.name, notice.text],
  amount: amountText(123450n, 'USD', 'eo').replaceAll(/\\s/g, ' '),
}))
`
