import { expectClean } from './accessible.ts'
import { chooseWay, newPaymentPage, payByCard, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** The shopper's part of payment pages, through the browser and the simulated provider. */
test('a shopper orders by keys, is told what is wrong at its field, loses nothing by a reload, and pays', async ({
  app,
  browser,
}) => {
  const url = await newPaymentPage(app, {
    page_type: 'fixed_with_quantity',
    max_quantity: 5,
    stock: 'limited',
    stock_available: 9,
    name_field: 'required',
    custom_fields: [
      { id: 'size', type: 'dropdown', title: 'Size', optional: false, options: ['S', 'M'] },
      { id: 'terms', type: 'checkbox', title: 'I am over 18', optional: false },
    ],
  })
  const page = await someoneElse(browser)
  await page.goto(`${url}?email=mei@example.com`)
  await expect(page.locator('.few')).toHaveText('Only 9 left')
  await expectClean(page)

  await page.getByLabel('Quantity').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('definition').last()).toContainText('30.00')
  await page.locator('[data-pay]').click()
  await expect(page.locator('#name-error')).toHaveText('This is needed.')
  await expect(page.locator('#f-terms-error')).toHaveText('This is needed.')
  await expect(page.getByLabel('Name')).toBeFocused()

  await page.getByLabel('Name').fill('Mei Tan')
  await page.getByLabel('Size').selectOption('M')
  await page.getByLabel('I am over 18').check()
  await page.reload()
  await expect(page.getByLabel('Quantity')).toHaveValue('3')
  await expect(page.getByLabel('Name')).toHaveValue('Mei Tan')
  await expect(page.getByLabel('Size')).toHaveValue('M')
  await expect(page.getByLabel('I am over 18')).toBeChecked()
  await expect(page.getByLabel('E-mail')).toHaveValue('mei@example.com')

  await chooseWay(page, 'CARD.INT_CREDIT_DEBIT_CARD')
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
  await expect(page.locator('input[value="CARD.INT_CREDIT_DEBIT_CARD"]')).toBeChecked()
  await payByCard(page, '4000000000000002')
  await expect(page.locator('[data-alert]')).toBeVisible()

  // Back at the page, everything is there still, and the order can be opened again.
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('Mei Tan')
  await page.locator('[data-order]').click()
  await payByCard(page)
  await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
  await page.goto(url)
  await expect(page.locator('.few')).toHaveText('Only 6 left')
})

test('a price that was changed meanwhile is shown before anything is ordered', async ({ app, browser }) => {
  const url = await newPaymentPage(app, { email_field: 'off' })
  const page = await someoneElse(browser)
  await page.goto(`${url}?lang=ar`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  // As if the page had been shown before its price was raised.
  await page.route(
    '**/orders',
    (route) =>
      route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), seen_total: 7.5 }) }),
    { times: 1 },
  )
  await page.locator('[data-pay]').click()
  await expect(page.locator('[data-alert]')).toContainText('غيّر البائع هذه الصفحة')
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('a donor chooses the amount, on a phone, in the merchant’s dark colours', async ({ app, browser }) => {
  const url = await newPaymentPage(app, {
    page_type: 'custom_amount',
    amount: 0,
    min_amount: 5,
    max_amount: 500,
    email_field: 'off',
    theme: 'dark',
    primary_color: '#203040',
    secondary_color: '#ffe680',
  })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(url)
  await expectClean(page)
  await page.locator('#amount').fill('4')
  await page.locator('[data-pay]').click()
  await expect(page.locator('#amount-error')).toHaveText('This amount is too small.')
  await page.locator('#amount').fill('25.50')
  await expect(page.locator('[data-pay]')).toContainText('25.50')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
  await expect(page.locator('.amount')).toContainText('25.50')
})
