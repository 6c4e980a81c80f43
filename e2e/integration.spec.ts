import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

for (const [language, texts] of Object.entries({ en: english, ar: arabic })) {
  const { columns, integration, keys, security, serverKeys, states } = texts

  test(`${language}: a server key is made, used, seen in the log and revoked; the secret is rotated`, async ({
    page,
    app,
  }) => {
    await chooseLanguage(page, language)
    await signIn(page, app, '/integration/api-webhooks')
    await expect(page.getByText(integration.firstCall)).toBeVisible()
    await expectClean(page)

    await goTo(page, app, '/integration/api-webhooks?tab=keys')
    await page.getByRole('button', { name: serverKeys.create }).click()
    const dialogue = page.getByRole('dialog')
    const name = `Shop ${language}`
    await dialogue.getByLabel(columns.name).fill(name)
    await dialogue.getByRole('combobox', { name: serverKeys.groups.links }).click()
    await page.getByRole('option', { name: serverKeys.levels.write, exact: true }).click()
    await dialogue.getByLabel(columns.networks).fill('nowhere')
    await dialogue.getByRole('button', { name: serverKeys.create }).click()
    await expect(dialogue.getByText(texts.fieldReasons.not_a_network)).toBeVisible()
    await expectClean(page)
    await dialogue.getByLabel(columns.networks).fill('127.0.0.0/8\n::1')
    await dialogue.getByRole('button', { name: serverKeys.create }).click()
    const key = (await page.locator('[role=status] bdi[dir=ltr]', { hasText: 'chs_sandbox_' }).textContent()) ?? ''
    const order = { amount: 12.5, currency: 'SGD', merchant_order_id: `KEY-${language}`, environment: 'sandbox' }
    const ask = () =>
      page.request.post(`${app.url}/gateway/merchants/paymentLink`, {
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': `key-${language}` },
        data: order,
      })
    expect((await ask()).status()).toBe(200)
    await page.getByRole('button', { name: security.stored }).click()
    await expectClean(page)

    await page.getByRole('button', { name: serverKeys.revokeOf.replace('{{name}}', `\u2068${name}\u2069`) }).click()
    await page.getByRole('dialog').getByRole('button', { name: serverKeys.revoke, exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row.getByText(states.serverKey.revoked, { exact: true })).toBeVisible()
    await expect.poll(async () => (await ask()).status()).toBe(401)

    await page.getByRole('button', { name: keys.rotate, exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: keys.rotate }).click()
    await expect(page.getByText(keys.oldSigns)).toBeVisible()
    await expectClean(page)
    await page.getByRole('button', { name: keys.useNew }).click()
    await expect(page.getByText(keys.oldVerifies)).toBeVisible()
    await page.getByRole('button', { name: keys.endNow }).click()
    await page.getByRole('dialog').getByRole('button', { name: keys.endNow }).click()
    await expect(page.getByText(keys.oldVerifies)).toBeHidden()

    await goTo(page, app, `/integration/api-log?credential=${encodeURIComponent(name)}`)
    await expect(page.locator('main').getByText('SERVER_KEY_ENDED').first()).toBeVisible()
    await expect(page.locator('main').getByText('SUCCESS').first()).toBeVisible()
    await expectClean(page)
  })
}
