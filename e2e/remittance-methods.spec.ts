import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { chooseColours, expectClean, expectContrast, expectFitting, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, newLink, signIn } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'

/** Ways to pay by country and the preview of the checkout, by a merchant that sells abroad. */
const whose = 'admin@delta.example'
const kakao = { en: 'South Korea', ar: 'كوريا الجنوبية' } as const

const textsOf = (language: 'en' | 'ar') =>
  JSON.parse(readFileSync(`i18n/${language}/console.json`, 'utf8')) as typeof english
const rowWith = (page: Page, text: string) => page.locator('tr, li, [role="row"]').filter({ hasText: text }).first()
/** The shopper's page of a new link in won. */
async function shoppersPage(page: Page, app: RunningApp): Promise<Page> {
  const shopper = await page.context().newPage()
  await shopper.goto(await newLink(app, { username: whose, amount: 20_000, currency: 'KRW' }))
  return shopper
}
const offersKakao = (page: Page) => page.locator('input[value="WALLET.KAKAOPAY"]')

for (const language of ['en', 'ar'] as const)
  test(`a way is switched off in a country, gone from preview and page, and on again, in ${language}`, async ({
    page,
    app,
  }) => {
    test.setTimeout(120_000)
    const { countryMethods, checkoutPreview, notices, list } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/remittances/payment-methods', whose)
    await expect(page.getByRole('heading', { level: 2, name: countryMethods.everywhere })).toBeVisible()

    // The country is found by its name, and the address has both.
    await page.getByRole('searchbox', { name: list.search }).fill(kakao[language])
    await expect(page).toHaveURL(/[?&]q=/)
    await page.getByRole('link', { name: kakao[language] }).click()
    await expect(page).toHaveURL(/country=KR/)
    await expect(page.getByRole('heading', { level: 2, name: kakao[language] })).toBeFocused()
    // The other language comes to a country that has settings by then.
    if (language === 'en') await expect(page.getByText(countryMethods.followsText)).toBeVisible()
    await expectFitting(page)
    await expectClean(page)

    const way = rowWith(page, 'KakaoPay')
    await way.getByRole('switch').click({ force: true })
    await expect(
      page.getByText(notices['New checkouts offer this at once; payments under way end as they began.']),
    ).toBeVisible()
    await expect(page.getByText(countryMethods.ownText)).toBeVisible()
    await page.reload()
    await expect(way.getByRole('switch')).not.toBeChecked()
    await expect(way).toContainText(countryMethods.why.country_off)
    const shopper = await shoppersPage(page, app)
    await expect(shopper.locator('main')).toBeVisible()
    await expect(offersKakao(shopper)).toHaveCount(0)
    await shopper.close()

    // The preview is of the same country, has no such way, and says why.
    await page.locator('#content').getByRole('link', { name: countryMethods.preview }).click()
    await expect(page).toHaveURL(/checkout-preview\?country=KR/)
    const missing = page.getByRole('term').filter({ hasText: 'KakaoPay' })
    await expect(missing).toBeVisible()
    await expect(page.getByText(countryMethods.why.country_off).first()).toBeVisible()
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('[inert]')).toBeVisible()
    await expect(frame.locator('input[value="WALLET.KAKAOPAY"]')).toHaveCount(0)
    await page.getByRole('button', { name: checkoutPreview.themes.dark, exact: true }).click()
    await expect(page).toHaveURL(/theme=dark/)
    await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark')
    await page.getByRole('combobox', { name: checkoutPreview.direction }).selectOption('rtl')
    await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.getByRole('button', { name: checkoutPreview.devices.desk, exact: true }).click()
    await expect(page).toHaveURL(/device=desk/)
    await expectFitting(page)
    await expectClean(page)

    await page.locator('#content').getByRole('link', { name: checkoutPreview.change }).click()
    await rowWith(page, 'KakaoPay').getByRole('switch').click({ force: true })
    await expect(rowWith(page, 'KakaoPay')).toContainText(countryMethods.offered)
    const again = await shoppersPage(page, app)
    await expect(offersKakao(again)).toHaveCount(1)
  })

test('on a phone and in dark colours both screens stay within the window and can be read', async ({ page, app }) => {
  test.setTimeout(90_000)
  await signIn(page, app, '/remittances/payment-methods?country=KR', whose)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(`${app.url}/remittances/payment-methods?country=KR`)
    await expect(rowWith(page, 'KakaoPay')).toBeVisible()
    await expectReadable(page)
    await page.goto(`${app.url}/settings/checkout-preview?country=KR`)
    await expect(page.frameLocator('iframe').locator('input[value="WALLET.KAKAOPAY"]')).toBeAttached()
    await expectReadable(page)
  }
})

async function expectReadable(page: Page): Promise<void> {
  await expectNothingSideways(page)
  await chooseColours(page, 'dark')
  await expectContrast(page, new Set())
  await chooseColours(page, 'light')
}

test('a country that is not sold to says so, and who sells at home is told why there is nothing', async ({
  page,
  app,
}) => {
  const { countryMethods, denials } = textsOf('en')
  await signIn(page, app, '/remittances/payment-methods?country=XX', whose)
  await expect(page.getByText(countryMethods.notSoldTitle)).toBeVisible()
  await signIn(page, app, '/remittances/payment-methods', 'admin@atlas.example')
  await expect(page.getByText(denials.cross_border_only)).toBeVisible()
})
