import { shownLink, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="300" height="300"><rect width="10" height="10" fill="#0f6b66"/></svg>',
  ),
}

test('the record is changed, seen everywhere at once, and not overwritten unseen', async ({ page, app, browser }) => {
  await signIn(page, app, '/general-settings', 'admin@delta.example')
  const [name, zone, save] = [
    page.getByLabel(/^Name/),
    page.getByRole('combobox', { name: /^Time zone/ }),
    page.getByRole('button', { name: 'Save changes' }),
  ]
  await expect(save).toBeDisabled()
  await name.fill('Delta Trading Company')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await zone.click()
  await zone.fill('Lima')
  await page.getByRole('option', { name: /America\/Lima · UTC−05:00/ }).click()
  await save.click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.locator('header').getByText('Delta Trading Company')).toBeVisible()
  await expect(page.getByText(/Asia\/Seoul.*→.*America\/Lima/)).toBeVisible()
  await expect(page.locator('time', { hasText: /GMT-5/ }).first()).toBeVisible()

  // Another administrator's form, filled in before.
  const other = await someoneElse(browser)
  await signIn(other, app, '/general-settings', 'admin@delta.example')
  await other.getByLabel(/^Website/).fill('https://other.example')
  await page.getByLabel(/^Brand/).fill('Delta')
  await save.click()
  // Whole: the name's change, 'Delta Trading → Delta Trading Company', is in the history too.
  await expect(page.getByText(/^\W*Delta Trading\W*→\W*Delta\W*$/)).toBeVisible()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText(/Someone else changed this/)).toBeVisible()
  await expect(other.getByLabel(/^Website/)).toHaveValue('https://other.example')
  await other.getByRole('button', { name: 'Show current values' }).click()
  await expect(other.getByLabel(/^Brand/)).toHaveValue('Delta')
  await expect(other.getByLabel(/^Website/)).not.toHaveValue('https://other.example')

  // Going away from what is not saved is asked about.
  await other.getByLabel(/^Website/).fill('https://lost.example')
  await other.getByRole('link', { name: 'Payment links' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(other.getByLabel(/^Website/)).toHaveValue('https://lost.example')
  await other.getByRole('link', { name: 'Payment links' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await other.waitForURL(/payment-links/)
})

test('a logo stands in the console, on new links and before the shopper; a wrong one says why', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/general-settings', 'admin@borneo.example')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ ...logo, buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') })
  await expect(page.getByRole('alert').getByText(/contains scripts, links or external content/)).toBeVisible()
  await file.setInputFiles({ ...logo, name: 'big.png', buffer: Buffer.alloc(1024 * 1024 + 1) })
  await expect(page.getByRole('alert').getByText(/1 MB at most/)).toBeVisible()
  // What is typed beside it is neither lost nor in the way.
  await page.getByLabel(/^Brand/).fill('Borneo Beans')
  await file.setInputFiles(logo)
  await expect(page.getByText('Logo saved')).toBeVisible()
  await expect(page.locator('header img')).toHaveJSProperty('complete', true)
  expect(await page.locator('header img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await page.goto(`${app.url}/payment-links/create-payment-links`)
  await expect(page.frameLocator('iframe').locator('.logo img')).toHaveAttribute('src', /\/gateway\/logos\//)
  await page.getByLabel('Amount', { exact: true }).fill('20')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.waitForURL(/payment-links-details/)
  await page.goto(await shownLink(page))
  await expect(page.getByText('Borneo Beans').first()).toBeVisible()
  const picture = page.locator('.logo img')
  await expect(picture).toHaveJSProperty('naturalWidth', 512)
})

test('what has to come first is linked below its switch, and nothing covers it', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await signIn(page, app, '/general-settings')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).not.toBeInViewport()
  await page.getByLabel(/^Name/).fill('Acme & Co')
  await expect(save).toBeInViewport()
  // The field that has the focus is above the bar.
  const last = page.getByLabel('Verify payouts before approval')
  await last.focus()
  const [bar, field] = [await save.boundingBox(), await last.boundingBox()]
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  await page.getByRole('link', { name: 'Set it up' }).click({ trial: true })
})

test('who may not change the record reads it, and why; the password is changed by who knows it', async ({
  page,
  app,
}) => {
  await signIn(page, app, '/general-settings', 'payouts-user@acme.example')
  await expect(page.getByText('Only administrators can change this.')).toBeVisible()
  await expect(page.locator('main form')).toHaveCount(0)

  await page.goto(`${app.url}/profile`)
  await expect(page.getByText('Create payouts and beneficiaries.')).toBeVisible()
  await page.getByLabel('Phone').fill('+65 6123 4567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).not.toBeEditable()
  const change = page.getByRole('button', { name: 'Change password' })
  await page.getByLabel('Current password').fill('not the password 1')
  await page.getByLabel('New password').fill('quite another password 7')
  await change.click()
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await page.getByLabel('Current password').fill('countinghouse-demo-1')
  await change.click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible()
})

test('the API reference has an address for each call, and finds it', async ({ page, app }) => {
  await signIn(page, app, '/developers/api?call=createPaymentLink')
  await expect(page.getByRole('heading', { name: 'Create payment link' })).toBeVisible()
  await expect(page.getByText(/amount=48\.25&client_key=/)).toBeVisible()
  await expect(page.getByText('400 DUPLICATE_TRANSACTION_ERROR')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('logo')
  await page.getByRole('link', { name: 'Upload merchant logo' }).click()
  await page.waitForURL(/call=uploadMerchantLogo/)
  await expect(page.getByText(/-F 'file=@logo\.png'/)).toBeVisible()
})

test('a call is described in the language of the console, and its description leads to other calls', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'))
  await signIn(page, app, '/developers/api?call=checkRefundBatch')
  const call = page.getByRole('article')
  await expect(call.getByRole('heading', { name: 'فحص دفعة استردادات' })).toBeVisible()
  await expect(call.getByText('يقرأ ورقة استردادات ويفحص كل صف ويحفظ النتيجة.')).toBeVisible()
  await call.getByRole('link', { name: 'confirmRefundBatch' }).click()
  await expect(call.getByRole('heading', { name: 'تأكيد دفعة استردادات' })).toBeVisible()
  await page.getByRole('searchbox').fill('مدفوعات اليوم السابق')
  const found = page.getByRole('navigation', { name: 'مرجع واجهة API' }).getByRole('link')
  await expect(found).toHaveText(['قائمة المدفوعات'])
})
