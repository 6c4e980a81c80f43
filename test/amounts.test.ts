import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Amounts are written by `amountText` and what is made of it, so that none is without its decimals. */
const root = join(import.meta.dirname, '..')
const sources = ['console', 'checkout', 'contract', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|fixtures\.ts$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
)
const formatters =
  /\b(amountText|amountWords|amountInText|decimalText|recordedAmount|exactWords|amountWithCurrency|money|signed)\(/

/** Whether an expression is a formatter's, or a constant of the file that is. */
function isWritten(expression: string, text: string): boolean {
  if (formatters.test(expression)) return true
  const [name = ''] = /^\w+/.exec(expression.trim()) ?? []
  const [, made] = new RegExp(`const ${name} =([^\\n]*)`).exec(text) ?? []
  return name !== '' && made !== undefined && formatters.test(made)
}

/** What stands before a currency and is no amount: parts of keys of rows, of names and of seeds. */
const notAmounts = [
  '${key}', '${row.payment_method}', '${proof.account}', '${reconId}', '${closing.number}', '${method}', '${account}', '${rate}', '${seed}', '${day}',
] // prettier-ignore

it('beside a currency, in a template or an element, are written with their decimals', () => {
  const byHand = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/\$?\{([^{}]*)\}(?: |\\u00a0)(?:<[^>]*>)?\$?\{(?:\w+\.)*currency(?: as \w+)?\}/g)]
      .filter(([, amount = '']) => !notAmounts.includes(`\${${amount}}`) && !isWritten(amount, text))
      .map(([found]) => `${name}: ${found}`),
  )
  expect(byHand).toEqual([])
})

it('that are parameters of a text are written with their decimals', () => {
  const english = JSON.parse(readFileSync(join(root, 'i18n/en/console.json'), 'utf8')) as Record<string, object>
  const found: string[] = []
  for (const [section, texts] of Object.entries(english))
    for (const [key, value] of Object.entries(texts)) {
      const names = [...String(value).matchAll(/\{\{(amount|left)\}\}/g)].map(([, name = '']) => name)
      for (const { name: file, text } of sources)
        for (const use of names.length > 0
          ? text.matchAll(new RegExp(`\\$\\.${section}\\.${key}\\b[^]{0,160}`, 'g'))
          : [])
          for (const parameter of names) {
            const [, given = parameter] = new RegExp(`\\b${parameter}(?:: ([^,\\n]+))?[,\\n} ]`).exec(use[0]) ?? []
            found.push(`${file} ${section}.${key}: ${isWritten(given, text) ? 'written' : given}`)
          }
    }
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((use) => !use.endsWith(': written'))).toEqual([])
})

it('in the shortest form are for signatures and the bodies of webhooks alone', () => {
  const short = sources.filter(({ text }) => /\bmajorText\(/.test(text)).map(({ name }) => name)
  expect(short.toSorted()).toEqual([
    'console/payouts/form/payout-form.ts',
    'contract/kit/money.ts',
    'contract/kit/signed-params.ts',
    'server/confirmations/ask.ts',
    'server/invoice-store/publish-webhook.ts',
    'server/payment-links/publish-webhook.ts',
    'server/payments/publish-webhook.ts',
    'server/payout-store/publish-webhook.ts',
    'server/payouts/signed-wish.ts',
    'server/refunds/publish-webhook.ts',
    'server/remittances/publish-webhook.ts',
    'server/virtual-accounts/publish-webhook.ts',
  ])
})
