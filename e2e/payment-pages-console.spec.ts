import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean, expectContrast, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, chooseWay, newPaymentPage, payByCard, savePage, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const

for (const [language, texts] of Object.entries(languages)) {
  const { paymentPages: words, states } = texts
  const fill = (text: string, values: Record<string, string | number>) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

  test(`${language}: from the list to the stock of a page, and to the page itself`, async ({ page, app }) => {
    // A title of its own, since other pages of the merchant are in the list too.
    const title = `Lantern walk ${language}`
    await newPaymentPage(app, { title, stock: 'limited', stock_available: 3, max_quantity: 1 })
    await chooseLanguage(page, language)
    await signIn(page, app, `/settings/payment-pages?q=${encodeURIComponent(title)}`)
    const row = page.getByRole('row', { name: title })
    await expect(row).toContainText(states.availability.open)
    await expect(row).toContainText(fill(words.freeOf, { free: 3, stocked: 3 }))
    await expectClean(page)

    await row.getByRole('button').click()
    await expect(page.getByRole('menuitem', { name: words.acts.cancel })).toBeVisible()
    await expectContrast(page, new Set())
    await page.getByRole('menuitem', { name: words.acts.stock }).click()
    const dialogue = page.getByRole('dialog')
    await dialogue.getByLabel(words.stockTake).check()
    await dialogue.getByLabel(words.units, { exact: true }).fill('4')
    await dialogue.getByRole('button', { name: words.stockSubmit }).click()
    await expect(dialogue.getByText(fill(texts.fieldReasons.more_than_free, { most: 3 }))).toBeVisible()
    await dialogue.getByLabel(words.units, { exact: true }).fill('2')
    await expect(dialogue.getByRole('status')).toHaveText(fill(words.stockWillBe, { before: 3, after: 1 }))
    await dialogue.getByRole('button', { name: words.stockSubmit }).click()
    await expect(row).toContainText(fill(words.freeOf, { free: 1, stocked: 1 }))

    await row.getByRole('link').first().click()
    await page.waitForURL(/payment-pages-details/)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectClean(page)
  })

  test(`${language}: a page is compared with its versions, brought back to one, and ended`, async ({ page, app }) => {
    const title = `Lantern row ${language}`
    const url = await newPaymentPage(app, { title })
    const ref = url.split('/').at(-1) ?? ''
    await savePage(app, ref, { version: 1, title: `${title} by night` })
    await chooseLanguage(page, language)
    await signIn(page, app, `/settings/payment-pages-details?ref=${ref}&tab=versions`)
    const dialogue = page.getByRole('dialog')
    const latest = page.getByRole('listitem').filter({ hasText: words.current })
    await latest.locator('summary').click()
    await expect(latest.getByRole('table')).toContainText(`${title} by night`)
    await expectClean(page)
    await page.getByRole('button', { name: fill(words.restoreVersion, { version: 1 }) }).click()
    await expect(dialogue.getByRole('table')).toContainText(`${title} by night`)
    await dialogue.getByRole('button', { name: words.restore }).click()
    await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
    await expect(page.getByText(fill(words.broughtBack, { version: 1 }))).toBeVisible()

    await page.getByRole('button', { name: words.more }).click()
    await page.getByRole('menuitem', { name: words.acts.cancel }).click()
    await dialogue.getByRole('button', { name: words.acts.cancel }).click()
    await expect(page.locator('header').getByText(states.availability.cancelled)).toBeVisible()
    await expect(page.getByLabel(words.takesOrders)).toHaveCount(0)
  })
}

test('who paid stands with what they answered, and is found by it; each number leads there', async ({
  page,
  app,
  browser,
}) => {
  const title = 'Pottery class'
  const url = await newPaymentPage(app, {
    title,
    name_field: 'required',
    stock: 'limited',
    stock_available: 5,
    custom_fields: [{ id: 'size', type: 'dropdown', title: 'Apron size', optional: false, options: ['S', 'M'] }],
  })
  for (const [name, size] of [
    ['Mei Tan', 'M'],
    ['Omar Haddad', 'S'],
  ] as const) {
    const shopper = await someoneElse(browser)
    await shopper.goto(`${url}?email=mei@example.com`)
    await shopper.getByLabel('Name').fill(name)
    await shopper.getByLabel('Apron size').selectOption(size)
    await chooseWay(shopper, 'CARD.INT_CREDIT_DEBIT_CARD')
    await shopper.locator('[data-pay]').click()
    await shopper.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
    await payByCard(shopper)
    await expect(shopper.locator('[data-panel="thanks"]')).toBeVisible()
    await shopper.context().close()
  }
  await signIn(page, app, `/settings/payment-pages?q=${encodeURIComponent(title)}`)
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('3 of 5 free')
  await row.getByRole('link', { name: /20\.00/ }).click()
  await expect(page).toHaveURL(/tab=transactions&status=Success/)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'Apron size' })).toBeVisible()
  await expectClean(page)

  await page.getByRole('button', { name: 'Answer' }).click()
  await page.getByLabel('Answer', { exact: true }).last().selectOption('M')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('Mei Tan')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: 'CSV file' }).click()
    })(),
  ])
  expect(download.suggestedFilename()).toMatch(/^payment-page-transactions.*\.csv$/)

  await page.getByRole('link', { name: 'Funnel' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid' }).getByRole('link')).toHaveText('2')
  await expectClean(page)
  await page.getByRole('button', { name: 'How far shoppers came as a table' }).click()
  await expect(page.getByRole('row', { name: /^Paid/ })).toContainText('2')
})

test('on a phone a page is found in the palette, and sent to somebody', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const url = await newPaymentPage(app, { title: 'Lagoon kayak', stock: 'limited', stock_available: 0 })
  const ref = url.split('/').at(-1) ?? ''
  await signIn(page, app, '/settings/payment-pages?q=lagoon')
  await expect(page.locator('[data-row]').first()).toContainText('Sold out')
  await expectNothingSideways(page)
  await page.keyboard.press('Control+k')
  for (const wanted of ['lagoon ka', url, ref]) {
    await page.getByRole('dialog').getByRole('combobox').fill(wanted)
    await expect(page.getByRole('option', { name: /Lagoon kayak/ })).toBeVisible()
  }
  await page.getByRole('option', { name: /Lagoon kayak/ }).click()
  await expect(page.getByText('The page takes no orders until there are units again.')).toBeVisible()
  await expectNothingSideways(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('share')
  await page.getByRole('option', { name: 'Share and QR code' }).click()
  const dialogue = page.getByRole('dialog')
  await expectClean(page)
  await dialogue.getByLabel('E-mail', { exact: true }).last().fill('nobody')
  await dialogue.getByRole('button', { name: 'Send' }).click()
  await expect(dialogue.getByText('Enter a valid e-mail address.')).toBeVisible()
  await dialogue.getByLabel('E-mail', { exact: true }).last().fill('mei@example.com')
  await dialogue.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent to ')).toBeVisible()
  const [svg] = await Promise.all([
    page.waitForEvent('download'),
    dialogue.getByRole('button', { name: 'SVG' }).click(),
  ])
  expect(svg.suggestedFilename()).toBe('qr-Lagoon-kayak.svg')
})
