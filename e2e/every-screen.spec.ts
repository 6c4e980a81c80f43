import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { screens, type ScreenName } from '#contract/screens.ts'
import { choose, expect, signIn, test } from './house.ts'

/** Every screen, in a left-to-right and a right-to-left language, light and dark: nothing serious for axe to find. */
const variants = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
)
const signedOut: ScreenName[] = [
  'signIn',
  'tenantSignIn',
  'authError',
  'ssoLink',
  'register',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'pageNotFound',
]

// The longest of all: both workers do it.
test.describe.configure({ mode: 'parallel' })
for (const { language, colorScheme } of variants) {
  test(`no serious violation: ${language}, ${colorScheme}`, async ({ page, house }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await choose(page, { language })
    for (const name of signedOut) await clean(page, house.url + screens[name].path, language)
    for (const path of ['/register#setup=', '/reset-password#token=', '/verify-email#token='])
      await clean(page, house.url + path + 'A'.repeat(43), language)

    await signIn(page, house)
    await page.goto(`${house.url}${screens.paymentLinks.path}`)
    const details = page.locator('a[href*="payment-links-details"]').first()
    await expect(details).toBeVisible()
    const link = String(await details.getAttribute('href'))
    const paths = Object.entries(screens)
      .filter(
        ([name]) =>
          !signedOut.includes(name as ScreenName) && !['signOut', 'lockScreen', 'paymentLinkDetails'].includes(name),
      )
      .map(([, screen]) => screen.path as string)
    for (const path of [
      ...paths,
      link,
      '/integration/api-webhooks?tab=keys',
      '/integration/api-webhooks?tab=security',
      '/payment-links?q=nothing-like-it',
    ])
      await clean(page, house.url + path, language)

    const payPage = `/pay/${new URL(link, house.url).searchParams.get('ref')}?lang=${language}`
    await clean(page, house.url + payPage, language)
    await clean(page, `${house.url}/pay/${'0'.repeat(27)}?lang=${language}`, language)
  })
}

async function clean(page: Page, url: string, language: string): Promise<void> {
  await page.goto(url)
  await page.locator('h1, [data-panel]').first().waitFor()
  expect(await page.locator('html').getAttribute('dir'), url).toBe(language === 'ar' ? 'rtl' : 'ltr')
  const { violations } = await new AxeBuilder({ page })
    // The preview: a frame without scripts, of the page that is looked at on its own below.
    .exclude('iframe')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target, any }) => `${target.join(' ')} ${any.map(({ message }) => message).join()}`)
          .slice(0, 3)
          .join(' | ')}`,
    ),
    url,
  ).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${url} is not wider than the window`,
  ).toBe(true)
}
