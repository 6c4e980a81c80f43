import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseWay, newPaymentPage, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** A payment page as its merchant sees it: who bought there, and whom it is sent to. */
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
      await page.getByRole('menuitem', { name: 'CSV file' }).first().click()
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
