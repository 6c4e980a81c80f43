import { Secret, TOTP } from 'otpauth'
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const L = (process.env['LANGS'] ?? 'en').split(',')
for (const language of L)
  test(`${language} shots`, async ({ page, app }) => {
    test.setTimeout(120_000)
    page.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text().slice(0, 300)))
    page.on('response', (r) => r.status() >= 400 && console.log(r.status(), r.url().slice(0, 140)))
    await chooseLanguage(page, language)
    await signIn(page, app, '/payouts/manage-payouts')
    const shot = async (name: string) => page.screenshot({ path: `/tmp/shots-k/${language}-${name}.png`, fullPage: true })
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const [name, path] of [['list', '/payouts/manage-payouts'], ['create', '/payouts/manage-payouts/create-payout'], ['va', '/payouts/virtual-account'], ['vendors', '/payouts/vendors'], ['newvendor','/payouts/vendors/create-beneficiary'], ['settings', '/payouts/payout-settings']] as const) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(app.url + path)
      await page.waitForTimeout(1500)
      await shot(name)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.waitForTimeout(400)
      await shot(`${name}-phone-dark`)
    }
  })
