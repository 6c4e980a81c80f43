import type { Page } from '@playwright/test'
import { chooseColours, expectClean } from './accessible.ts'
import { choose, expect, orderView, test } from './frames/shoppers-page.ts'

/** How a card is entered at a provider that draws the fields itself, or on its own page; a bank; and the page between attempts. */
const typeNumber = async (page: Page, text = '4242424242424242') =>
  page.frameLocator('[data-place] iframe').getByLabel('Card number').fill(text)
const frameState = (page: Page) => page.locator('[data-frame]').getAttribute('data-frame')
const drawn = (page: Page) => page.locator('[data-place] iframe')

test.describe('a card in the provider’s frame', () => {
  test('loads nothing of the provider before it is chosen, is drawn, and pays by a token', async ({ page, shop }) => {
    shop.answers.push({ state: 'paid' })
    await shop.open()
    await expect(page.locator('input[name="way"]:checked')).toHaveCount(0)
    await choose(page, 'WALLET.GRABPAY')
    await expect(page.locator('[data-pay]')).toBeVisible()
    expect(shop.elsewhere).toEqual([])

    await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await expect(drawn(page)).toBeVisible()
    await expect.poll(() => frameState(page)).toBe('ready')
    expect(shop.elsewhere).toEqual(['/frames.js', '/frame.html'])
    await typeNumber(page)
    await page.locator('[data-pay]').click()
    await expect(page.locator('[data-panel="thanks"]')).toBeVisible()
    expect(shop.started).toEqual([
      { method: 'CARD', channel: 'STRIPE', token: 'tok_4242 of Mei Tan', shopper_name: 'Mei Tan', language: 'en', shopper_email: 'mei@example.com' },
    ]) // prettier-ignore
  })

  test('is there at once where it is the only way, and says that it is loading', async ({ page, shop }) => {
    const arrival = Promise.withResolvers<void>()
    shop.provider.slowly = arrival.promise
    await shop.open({ methods: orderView.methods.slice(0, 1) })
    await expect(page.getByRole('status').filter({ hasText: 'Loading the card form' })).toBeVisible()
    arrival.resolve()
    await expect(drawn(page)).toBeVisible()
    await expect(page.getByText('Loading the card form')).toBeHidden()
  })

  test('that does not load says so, leaves the other ways usable, and is tried again', async ({ page, shop }) => {
    shop.provider.isUp = false
    shop.answers.push({ state: 'waiting', action: { kind: 'show', code: '123456789012' }, method: 'WALLET' })
    await shop.open()
    await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    const failed = page.getByRole('alert').filter({ hasText: "The card form didn't load." })
    await expect(failed).toBeVisible()
    await page.locator('[data-pay]').click()
    await expect(failed.getByRole('button')).toBeFocused()
    expect(shop.started).toEqual([])

    shop.provider.isUp = true
    await page.keyboard.press('Enter')
    await expect(drawn(page)).toBeVisible()
    await expect(failed).toBeHidden()

    await choose(page, 'WALLET.GRABPAY')
    await page.locator('[data-pay]').click()
    await expect(page.locator('[data-panel="action"]')).toBeVisible()
    expect(shop.started).toMatchObject([{ method: 'WALLET' }])
  })

  test('says in our words what is wrong, and keeps what was typed over another choice', async ({ page, shop }) => {
    await shop.open()
    await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await typeNumber(page, '4242')
    await page.locator('[data-pay]').click()
    await expect(page.locator('#frame-error')).toHaveText('Your card number is invalid. Check the digits.')
    await expect(drawn(page)).toBeFocused()
    await choose(page, 'WALLET.GRABPAY')
    await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await expect(page.frameLocator('[data-place] iframe').getByLabel('Card number')).toHaveValue('4242')
    await typeNumber(page, 'busy')
    await page.locator('[data-pay]').click()
    await expect(page.locator('[data-alert]')).toContainText('Too many requests right now.')
    expect(shop.started).toEqual([])
  })

  test('begins anew after a browser moved it without keeping it, and after a decline', async ({ page, shop }) => {
    shop.answers.push({ state: 'declined', reason: 'FUNDS_LIMIT_ERROR' })
    await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'))
    await shop.open()
    await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await typeNumber(page)
    await choose(page, 'INSTALLMENT')
    await expect(page.frameLocator('[data-place] iframe').getByLabel('Card number')).toHaveValue('')
    await typeNumber(page)
    await page.locator('#plan').selectOption('6')
    await page.locator('[data-pay]').click()
    await expect(page.locator('[data-alert]')).toContainText('The card has insufficient funds.')
    await expect(page.frameLocator('[data-place] iframe').getByLabel('Card number')).toHaveValue('')
    expect(shop.started).toMatchObject([{ method: 'INSTALLMENT', plan_months: 6, token: 'tok_4242 of Mei Tan' }])
  })

  test('shows test cards as numbers to type, and nothing of other origins gets in', async ({ page, shop }) => {
    await shop.open()
    await page.getByText('Test cards').click()
    await expect(page.locator('.test-mode')).toContainText('Type one of these numbers')
    await expect(page.locator('.test-mode button')).toHaveCount(0)
    const blocked = page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective))
          document.head.append(Object.assign(document.createElement('script'), { src: 'https://other.example/a.js' }))
        }),
    )
    expect(await blocked).toBe('script-src-elem')
    expect(shop.elsewhere).toEqual([])
  })
})

test('a card on the provider’s page: the shopper is told, and goes there', async ({ page, shop }) => {
  const action = { kind: 'redirect', url: 'https://psp.example/hosted' }
  shop.answers.push({ action })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const [card, wallet] = orderView.methods
  if (!card || !wallet) throw new Error('no methods')
  await shop.open({ methods: [{ ...card, asks: [], cardPageOf: 'Xendit' }, wallet], card: null })
  await expect(page.getByText('You enter your card on the page of Xendit')).toBeVisible()
  await expect(button('Continue to Xendit')).toBeVisible()
  await choose(page, 'WALLET.GRABPAY')
  await expect(button('Continue')).toBeVisible()
  await expect(page.getByText('You enter your card on the page of Xendit')).toBeHidden()
  await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
  await page.locator('[data-pay]').click()
  await page.waitForURL('https://psp.example/hosted')
  expect(shop.started).toEqual([
    {
      method: 'CARD',
      channel: 'STRIPE',
      sub_type: 'INT_CREDIT_DEBIT_CARD',
      language: 'en',
      shopper_email: 'mei@example.com',
    },
  ])
  await page.goBack()
  await expect(page.getByRole('heading', { name: /Enter your card at .?Xendit/ })).toBeVisible()
})

test('a bank is chosen among those of the way', async ({ page, shop }) => {
  shop.answers.push({ method: 'NET_BANKING', sub_type: 'FPX', action: { kind: 'show' } })
  const fpx = { type: 'NET_BANKING', subType: 'FPX', name: 'FPX', asks: ['bank'], banks: { A: 'Harimau Bank', B: 'Wau Bank' } } as const // prettier-ignore
  const account = { type: 'VA_BANK_TRANSFER', subType: '', asks: ['bank'], banks: { C: 'Bank Tiga' } } as const
  await shop.open({ methods: [fpx, account], card: null })
  const bank = page.getByRole('combobox', { name: 'Your bank' })
  const names = () => bank.locator('option').allInnerTexts()
  expect(await names()).toEqual(['Choose', 'Harimau Bank', 'Wau Bank'])
  await page.locator('[data-pay]').click()
  await expect(page.getByText('Choose your bank.')).toBeVisible()
  await expect(bank).toBeFocused()
  await choose(page, 'VA_BANK_TRANSFER')
  expect(await names()).toEqual(['Choose', 'Bank Tiga'])
  await choose(page, 'NET_BANKING.FPX')
  await bank.selectOption('Wau Bank')
  await page.locator('[data-pay]').click()
  await expect(page.locator('[data-panel="action"]')).toBeVisible()
  expect(shop.started).toMatchObject([{ method: 'NET_BANKING', sub_type: 'FPX', bank: 'B' }])
})

test.describe('between attempts', () => {
  const failed = { state: 'declined', reason: 'PAYMENT_CHANNEL_UNAVAILABLE' }

  test('the page says that nothing was taken, and leads back to the form or out', async ({ page, shop }) => {
    shop.answers.push({ ...failed, redirect_url: 'https://merchant.example/failed?signature_hash=x' })
    await shop.open()
    await choose(page, 'WALLET.GRABPAY')
    await page.locator('[data-pay]').click()
    const between = page.locator('[data-panel="between"]')
    await expect(between).toContainText("You haven't been charged.")
    await expect(between.getByRole('heading')).toBeFocused()
    await between.getByRole('link', { name: 'Try again' }).click()
    await expect(page.locator('[data-panel="pay"]')).toBeVisible()
    await expect(between).toBeHidden()
    await choose(page, 'WALLET.GRABPAY')
    await page.locator('[data-pay]').click()
    await between.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('https://merchant.example/failed?signature_hash=x')
  })

  test('the page follows the next attempt by itself', async ({ page, shop }) => {
    const next = { order_ref: 'attempt2', method: 'WALLET', sub_type: 'GRABPAY' }
    shop.answers.push(
      { ...failed, next: 'attempt2' },
      { ...next, action: { kind: 'redirect', url: 'https://psp.example/hosted' } },
    )
    await shop.open()
    await choose(page, 'WALLET.GRABPAY')
    await page.locator('[data-pay]').click()
    await page.waitForURL('https://psp.example/hosted')
    expect(shop.started).toHaveLength(1)
  })
})

for (const [language, scheme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const)
  // prettier-ignore
  test(`nothing for axe to find: ${language}, ${scheme}`, async ({ page, shop }) => {
    shop.answers.push({ state: 'declined', reason: 'PAYMENT_CHANNEL_UNAVAILABLE', redirect_url: 'https://merchant.example/' })
    shop.provider.isUp = false
    await page.setViewportSize({ width: 360, height: 780 })
    await shop.open({ language })
    await chooseColours(page, scheme)
    await choose(page, 'CARD.INT_CREDIT_DEBIT_CARD')
    await expect.poll(() => frameState(page)).toBe('failed')
    await expectClean(page)
    shop.provider.isUp = true
    await page.locator('[data-again]').click()
    await expect.poll(() => frameState(page)).toBe('ready')
    await expectClean(page, 'form')
    await choose(page, 'WALLET.GRABPAY')
    await page.locator('[data-pay]').click()
    await expect(page.locator('[data-panel="between"]')).toBeVisible()
    await expectClean(page)
  })
