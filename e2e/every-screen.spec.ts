import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { screens, type ScreenName } from '#contract/screens.ts'
import { choose, expect, signIn, test } from './house.ts'

/** Every screen, in a left-to-right and a right-to-left language, light and dark: nothing serious for axe to find. */
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
for (const language of ['en', 'ar'] as const) {
  test(`no serious violation, light and dark: ${language}`, async ({ page, house }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
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
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(url)
  await page.locator('h1, [data-panel]').first().waitFor()
  expect(await page.locator('html').getAttribute('dir'), url).toBe(language === 'ar' ? 'rtl' : 'ltr')
  await expectClean(url, axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']))
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${url} is not wider than the window`,
  ).toBe(true)
  // The same screen in other colours: nothing else of it can be wrong now.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => lightness(page), { message: `${url} is dark` }).toBeGreaterThan(150)
  await expectClean(`${url}, dark`, axe(page).withRules(['color-contrast', 'link-in-text-block']))
}

/**
 * The preview is left out: a frame without scripts, of the page that is looked at on its own. Without frames of others axe
 * needs no empty page beside it each time, for which its other mode is.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().exclude('iframe')

/** Of its text, 0 to 255. */
const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => Math.min(...(getComputedStyle(document.body).color.match(/\d+/g) ?? []).slice(0, 3).map(Number)))

async function expectClean(what: string, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target, any }) => `${target.join(' ')} ${any.map(({ message }) => message).join()}`)
          .slice(0, 3)
          .join(' | ')}`,
    ),
    what,
  ).toEqual([])
}
