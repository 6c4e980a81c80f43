import type { Page } from '@playwright/test'
import { probesOf } from '#test/probes.ts'
import { chooseColours, expectClean, expectContrast, expectFitting } from './accessible.ts'
import { chooseLanguage, goTo, newLink, signIn } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'
import { byPath, makeObjects, master, objectScreens, openObjects, signedOut, states } from './screens.ts'

/**
 * Every screen: in light colours and from left to right nothing serious for axe to find; in dark colours enough contrast for
 * each style of text that no screen before has shown; from right to left the direction, and nothing wider than the window.
 * What needs an object is opened by a link to a real one, as another screen has it. A master sees them all. A run looks at a
 * share of them, another for each commit; the long form looks at all.
 */
test.describe.configure({ mode: 'parallel' })

test('from left to right: before the sign-in, and what a shopper sees', async ({ page, app }) => {
  test.setTimeout(120_000)
  await lookAtOpen(await looking(page, 'en'), app, 'en')
})

test('from left to right: the screens of a master', async ({ page, app }) => {
  test.setTimeout(180_000)
  const look = await looking(page, 'en')
  await signIn(page, app, '/dashboard', master)
  await lookAt(page, app, probesOf('screens', byPath, 16), look)
})

test('from left to right: the screens of objects, and other states of screens', async ({ page, app }) => {
  test.setTimeout(180_000)
  const look = await looking(page, 'en')
  await signIn(page, app, '/dashboard', master)
  await lookAtObjects(page, app, look)
  await lookAt(page, app, probesOf('states', states, 5), look)
})

test('from right to left: nothing is wider than the window', async ({ page, app }) => {
  test.setTimeout(120_000)
  const look = await looking(page, 'ar')
  await lookAtOpen(look, app, 'ar')
  await signIn(page, app, '/dashboard', master)
  await lookAt(page, app, probesOf('screens from right to left', byPath, 16), look)
  await lookAtObjects(page, app, look)
  await lookAt(page, app, probesOf('states from right to left', states, 5), look)
})

type Look = (url?: string) => Promise<void>

/** What is open to everybody: the screens before the sign-in, and the shopper's page of a link and of none. */
async function lookAtOpen(look: Look, app: RunningApp, language: string): Promise<void> {
  for (const path of probesOf(`signed out in ${language}`, signedOut, 8)) await look(app.url + path)
  for (const link of [await newLink(app), `${app.url}/pay/${'0'.repeat(27)}`]) await look(`${link}?lang=${language}`)
}

async function lookAt(page: Page, app: RunningApp, paths: readonly string[], look: Look): Promise<void> {
  for (const path of paths) {
    await goTo(page, app, path)
    await look()
  }
}

async function lookAtObjects(page: Page, app: RunningApp, look: Look): Promise<void> {
  await makeObjects(app)
  await openObjects(page, app, objectScreens, look)
}

/**
 * Looks at what is open, or at an address first opened. The colours that a screen is not opened in are chosen beside it, so
 * they change once a screen.
 */
async function looking(page: Page, language: 'en' | 'ar'): Promise<Look> {
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
