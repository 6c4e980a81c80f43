import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expectClean } from './accessible.ts'
import { test } from './fixtures.ts'

for (const language of ['en', 'ar'])
  test(`${language} shots`, async ({ page, app }) => {
    test.setTimeout(60_000)
    await chooseLanguage(page, language)
    await signIn(page, app, '/integration/api-webhooks')
    const wide = { width: 1280, height: 900 }
    const shot = async (name: string) => page.screenshot({ path: `/tmp/shots-h1/${language}-${name}.png`, fullPage: true })
    for (const [name, path] of [['general', '/integration/api-webhooks'], ['keys', '/integration/api-webhooks?tab=keys'], ['log', '/integration/api-log']] as const) {
      await page.setViewportSize(wide)
      await page.emulateMedia({ colorScheme: 'light' })
      await goTo(page, app, path)
      await page.waitForTimeout(600)
      await shot(name)
      await expectClean(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.waitForTimeout(400)
      await shot(`${name}-phone-dark`)
      await expectClean(page)
    }
    await page.setViewportSize(wide)
    await goTo(page, app, '/integration/api-webhooks?tab=keys')
    const buttons = page.locator('main section').filter({ hasText: 'chs' })
    void buttons
    await page.getByRole('button', { name: language === 'en' ? 'Create key' : 'إنشاء مفتاح' }).click()
    await page.waitForTimeout(400)
    await shot('form')
  })
