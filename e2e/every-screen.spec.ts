import type { Page } from '@playwright/test'
import { screens, screensOf, type Screen, type ScreenName } from '#contract/screens.ts'
import { chooseColours, expectClean, expectContrast, expectFitting } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'

/**
 * Every screen: in light colours and from left to right nothing serious for axe to find; in dark colours enough contrast for
 * each style of text that no screen before has shown; from right to left the direction, and nothing wider than the window.
 * What needs an object is opened by a link to a real one, as another screen has it. A master sees them all.
 */
const master = 'admin@atlas.example'
const flags = { master: true, crossBorder: false, onboarded: true, reconAnalytics: false, reconDashboard: false, reconReports: false } // prettier-ignore
const all = Object.entries(screens) as [ScreenName, Screen][]
/** Shown by a state of the session, or only passed through: tests of their own look at them. */
const passing: readonly ScreenName[] = ['lockScreen', 'verifyEmail', 'setUpTwoStep', 'signOut', 'ssoCallback']
const isForAll = ({ access }: Screen) => access === 'signedOut' || access === 'open'

const signedOut = [
  ...all
    .filter(([name, screen]) => isForAll(screen) && !passing.includes(name))
    .map(([, { path }]) => path.replace('$tenant', 'acme')),
  ...['/register#setup=', '/reset-password#token=', '/verify-email#token='].map((path) => path + 'A'.repeat(43)),
]
const byPath = screensOf({ roles: ['admin'], flags })
  .map(({ screen }) => screen.path)
  .filter((path) => path !== screens.signOut.path)
const byObject = all
  .filter(([name, screen]) => !isForAll(screen) && !passing.includes(name) && !byPath.includes(screen.path))
  .map(([, { path }]) => path)
/** States of a screen that its path alone does not show. */
const states = [
  '/integration/api-webhooks?tab=keys',
  '/payment-links?q=nothing-like-it',
  '/integration/api-webhooks?tab=security',
  '/master-merchant?tab=invites',
  '/accounts?tab=roles',
  '/master-merchant/add?kind=invite',
]
/** Where there are links to objects of each kind; a screen that such a link opens may have further ones. */
const sources = ['/payment-links', '/transactions/payments?status=Success', '/accounts', '/master-merchant?q=fuji']

test.describe.configure({ mode: 'parallel' })

test('from left to right: before the sign-in, and what a shopper sees', async ({ page, app }) => {
  test.setTimeout(120_000)
  const look = await looking(page, 'en')
  for (const path of signedOut) await look(app.url + path)
  await signIn(page, app, '/payment-links', master)
  const { '/payment-links-details': link = '' } = await objects(page, app)
  await look(`${app.url}/pay/${new URL(link, app.url).searchParams.get('ref')}?lang=en`)
  await look(`${app.url}/pay/${'0'.repeat(27)}?lang=en`)
})

for (const half of [0, 1])
  test(`from left to right: the console, ${half + 1} of 2`, async ({ page, app }) => {
    test.setTimeout(180_000)
    const look = await looking(page, 'en')
    await signIn(page, app, '/payment-links', master)
    const paths = [...byPath, ...Object.values(await objects(page, app)), ...states]
    for (const path of paths.filter((_, at) => at % 2 === half)) {
      await open(page, app, path)
      await look()
    }
  })

test('from right to left: nothing is wider than the window', async ({ page, app }) => {
  test.setTimeout(120_000)
  const look = await looking(page, 'ar')
  for (const path of signedOut) await look(app.url + path)
  await signIn(page, app, '/payment-links', master)
  const found = await objects(page, app)
  for (const path of [...byPath, ...Object.values(found), ...states]) {
    await open(page, app, path)
    await look()
  }
  const ref = new URL(found['/payment-links-details'] ?? '', app.url).searchParams.get('ref')
  for (const shown of [ref, '0'.repeat(27)]) await look(`${app.url}/pay/${shown}?lang=ar`)
})

/**
 * Looks at what is open, or at an address first opened. The colours that a screen is not opened in are chosen beside it, so
 * they change once a screen.
 */
async function looking(page: Page, language: 'en' | 'ar'): Promise<(url?: string) => Promise<void>> {
  let colours: 'light' | 'dark' = 'light'
  await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' })
  await chooseLanguage(page, language)
  const seen = new Set<string>()
  const checks = { light: () => expectClean(page), dark: () => expectContrast(page, seen) }
  return async (url) => {
    if (url !== undefined) await page.goto(url)
    await page.locator('h1, [data-panel]').first().waitFor()
    expect(await page.locator('html').getAttribute('dir'), page.url()).toBe(language === 'ar' ? 'rtl' : 'ltr')
    await expectFitting(page)
    if (language === 'ar') return
    await checks[colours]()
    colours = colours === 'light' ? 'dark' : 'light'
    await chooseColours(page, colours)
    await checks[colours]()
  }
}

/** A real link to each screen that needs an object, by the screen's path. */
async function objects(page: Page, app: RunningApp): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const toOpen = [...sources]
  for (let path = toOpen.shift(); path !== undefined; path = toOpen.shift()) {
    await open(page, app, path)
    await page.locator('main a[href*="?"]').first().waitFor()
    const links = await page
      .locator('main a[href]')
      .evaluateAll((each) => each.map((a) => a.getAttribute('href') ?? ''))
    for (const link of links) {
      const { pathname, search } = new URL(link, app.url)
      if (!byObject.includes(pathname) || found[pathname] !== undefined || search === '') continue
      found[pathname] = link
      toOpen.push(link)
    }
  }
  expect(Object.keys(found).toSorted(), 'each has an object to show').toEqual(byObject.toSorted())
  return found
}

/** Goes to a screen as a click on a link does, without loading the page anew unless it is another state of the same one. */
async function open(page: Page, app: RunningApp, path: string): Promise<void> {
  const { pathname } = new URL(path, app.url)
  if (new URL(page.url()).pathname === pathname) await page.goto(app.url + path)
  else
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset['before'] = ''
      history.pushState(null, '', to)
    }, path)
  await page.locator('h1:not([data-before])').first().waitFor()
  // What is not there yet is drawn as bars.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  expect(new URL(page.url()).pathname, 'the screen is open to a master').toBe(pathname)
}
