import type { Page } from '@playwright/test'
import packageJson from '../package.json' with { type: 'json' }
import { chooseColours, expectClean, expectFitting } from './accessible.ts'
import { chooseLanguage, shownLink, signIn } from './actions.ts'
import { expect, password, test } from './fixtures.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
/** Goes on by Tab until what has the focus says this. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement
      const labelled = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
      return labelled ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(label)) return
  }
  throw new Error(`no way by Tab to ${name}`)
}
const openPalette = async (page: Page) => {
  // Its code comes after the first screen.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

test('without a mouse: sign in, make a link, find it again and copy it', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${app.url}/login`)
  await page.locator('input[autocomplete="username"]').waitFor()
  await page.keyboard.type('payment-links-user@acme.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/transactions\/payments/)

  await openPalette(page)
  await page.keyboard.type('new link')
  await expect(page.getByRole('option', { name: 'New payment link' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/create-payment-links/)
  // A form begins with its first field, any other screen with its heading.
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
  await page.keyboard.type('31.20')
  await tabTo(page, /^Order ID/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('KEYS-1')
  await page.keyboard.press('Enter')
  await page.waitForURL(/payment-links-details/)
  const link = await shownLink(page)

  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.waitForURL(/payment-links$/)
  await expect.poll(() => focused(page)).toBe('Payment links')
  await openPalette(page)
  await page.keyboard.type('KEYS-1')
  await expect(page.getByRole('option', { name: /KEYS-1/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/payment-links-details/)
  await expect(page.getByText('31.20').first()).toBeVisible()
  await tabTo(page, /^Copy link/)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('keys move in lists, never while somebody types, and can be switched off', async ({ page, app }) => {
  await signIn(page, app, '/payment-links')
  await page.locator('tbody a').first().waitFor()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('/')
  const field = page.getByRole('searchbox')
  await expect(field).toBeFocused()
  await page.keyboard.type('gp?jk/')
  await expect(field).toHaveValue('gp?jk/')
  await field.fill('')
  await page.waitForURL(/payment-links$/)
  await page.locator('tbody a').nth(2).waitFor()
  await page.locator('h1').focus()

  const row = () => page.evaluate(() => [...document.querySelectorAll('tbody tr')].findIndex((one) => one.contains(document.activeElement))) // prettier-ignore
  const rows: number[] = []
  for (const key of ['j', 'j', 'ArrowDown', 'k', 'ArrowUp', 'k', 'k']) {
    await page.keyboard.press(key)
    rows.push(await row())
  }
  expect(rows).toEqual([0, 1, 2, 1, 0, 0, 0])
  await page.keyboard.press('Enter')
  await page.waitForURL(/payment-links-details/)

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(sheet).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/payment-links-details')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.removeItem('single-keys-off'))
})

test('the palette acts on what is open, and locks the session', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, app, '/payment-links?status=created')
  await page.locator('tbody a').first().click()
  await page.waitForURL(/payment-links-details/)
  const link = await shownLink(page)
  await openPalette(page)
  await page.getByRole('option', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await openPalette(page)
  await page.keyboard.type('cancel')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button').last().waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.waitForURL(/dashboard/)
  await openPalette(page)
  await expect(page.getByRole('option', { name: 'Cancel this link' })).toHaveCount(0)
  await page.keyboard.type('lock')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  // The server holds it locked too.
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('the help menu names the version, which /health says too, and leads to the keys', async ({ page, app }) => {
  await signIn(page, app, '/profile')
  await page.getByRole('button', { name: 'Help' }).click()
  const menu = page.getByRole('menu')
  const { version } = (await (await page.request.get(`${app.url}/health/live`)).json()) as { version: string }
  expect(version).toBe(packageJson.version)
  await expect(menu.getByText(`Countinghouse ${version}`, { exact: true })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('in a window of 320 px the top bar fits, and the drawer has the help menu', async ({ page, app }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, app, '/profile')
  const drawer = page.getByRole('dialog', { name: /Main menu|القائمة الرئيسية/ })
  for (const [openMenu, help] of [
    ['Open menu', 'Help'],
    ['فتح القائمة', 'المساعدة'],
  ] as const) {
    await page.getByRole('button', { name: openMenu }).waitFor()
    await expectFitting(page)
    await page.getByRole('button', { name: openMenu }).click()
    await drawer.getByRole('button', { name: help, exact: true }).click()
    await expect(drawer.getByText(`Countinghouse ${packageJson.version}`, { exact: true })).toBeInViewport()
    await chooseLanguage(page, 'ar')
    await page.reload()
  }
})

for (const language of ['en', 'ar'] as const)
  test(`the search and the list of keys are clean for axe, in light and dark colours: ${language}`, async ({
    page,
    app,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await chooseLanguage(page, language)
    await signIn(page, app, '/profile')
    for (const colours of ['light', 'dark'] as const) {
      await chooseColours(page, colours)
      for (const press of ['Control+k', '?']) {
        await expect(async () => {
          await page.keyboard.press(press)
          await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
        }).toPass()
        await expectClean(page, 'dialog[open]')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
    }
  })

test('in dark colours the ring of a button is as bright as that of a field', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${app.url}/login`)
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineColor)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  const bright = await ring()
  await tabTo(page, /^Sign in$/)
  await expect.poll(ring).toBe(bright)
})
