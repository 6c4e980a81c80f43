import { readFileSync } from 'node:fs'
import type english from '#i18n/en/console.json'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** A merchant of its own for each language, which has no channel at PayPal before and after. */
const whose = { en: 'admin@borneo.example', ar: 'admin@atlas.example' } as const

test.describe.configure({ mode: 'parallel' })

for (const language of ['en', 'ar'] as const)
  test(`channels are imported, one is left out with its reason, and one is removed, in ${language}`, async ({
    page,
    app,
  }) => {
    const { channelImport: words, channelRemoval: removal, confirm } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/settings/pay-channel?tab=not-set-up', whose[language])
    await page.getByRole('button', { name: words.open }).click()
    const dialogue = page.getByRole('dialog', { name: words.title })
    const chosen = (name: string) => dialogue.getByRole('checkbox', { name: words.choose.replace('{{name}}', name) })
    await expect(chosen('PayPal')).toBeChecked()
    // A token that the source uses and that is not available is to be chosen by a person.
    await expect(chosen('Xendit')).not.toBeChecked()
    await expect(chosen('Toss Payments')).toBeDisabled()
    await chosen('Xendit').click()
    await expect(dialogue.getByText(words.chooseValue)).toBeVisible()
    await chosen('Xendit').click()
    if (language === 'en') await expectClean(page)
    await dialogue.getByRole('combobox', { name: 'Secret key or restricted key' }).click()
    await page.getByRole('option').nth(1).click()
    await dialogue.getByRole('button').last().click()
    await expect(dialogue.getByText(words.over)).toBeVisible()
    await expect(dialogue).toContainText('Invalid API Key')
    await expectNothingSideways(page)
    await dialogue.getByRole('link').click()

    await expect(page.getByRole('heading', { level: 1, name: 'PayPal' })).toBeVisible()
    await page.getByRole('button', { name: removal.open, exact: true }).click()
    const asked = page.getByRole('dialog')
    await expect(asked).toContainText(removal.refunds)
    await expect(asked.getByRole('button', { name: confirm.cancel })).toBeFocused()
    await asked.getByRole('button', { name: removal.confirm }).click()
    await expect(page.getByRole('link', { name: 'PayPal' })).toHaveCount(0)
    await expect(asked).toHaveCount(0)
  })

const textsOf = (language: keyof typeof whose): typeof english =>
  JSON.parse(readFileSync(new URL(`../i18n/${language}/console.json`, import.meta.url), 'utf8')) as typeof english
