import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** A merchant of its own for each language, since each switches its last channel off for a while. */
const whose = { en: 'admin@ember.example', ar: 'admin@gobi.example' } as const
type Language = keyof typeof whose

test.describe.configure({ mode: 'parallel' })

for (const language of ['en', 'ar'] as const)
  test(`a second channel is connected, tested and set up, and the last one says what closes with it, in ${language}`, async ({
    page,
    app,
  }) => {
    test.setTimeout(90_000)
    const { channels, columns, states, screens } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/settings/pay-channel', whose[language])
    const first = rowOf(page, 'Simulator')
    await expect(first).toContainText(states.channel.working)
    await expectNothingSideways(page)

    // Another account of a provider that is connected already.
    await page.getByRole('link', { name: channels.connectChannel }).click()
    await page.getByRole('link', { name: filled(channels.connectAnotherThis, { name: 'Simulator' }) }).click()
    const name = page.getByRole('textbox', { name: columns.name })
    await expect(name).toHaveValue('Simulator 2')
    await name.fill('Second till')
    await page.getByRole('button', { name: channels.connect, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Second till' })).toBeVisible()
    await expect(page.getByText(states.channel.working, { exact: true })).toBeVisible()

    await page.getByRole('button', { name: channels.test }).click()
    await expect(page.getByText(channels.testOk)).toBeVisible()

    // One way off and on again, and the default of another.
    const way = rowWith(page, channels.cards.UNIONPAY_CARD)
    const onOff = way.getByRole('switch')
    await expect(onOff).toBeChecked()
    await onOff.click({ force: true })
    await expect(onOff).not.toBeChecked()
    await expect(way.getByRole('button', { name: defaultFor(channels, 'UNIONPAY_CARD') })).toHaveCount(0)
    await page.reload()
    await expect(onOff).not.toBeChecked()
    await onOff.click({ force: true })
    await expect(onOff).toBeChecked()
    const cards = rowWith(page, channels.cards.INT_CREDIT_DEBIT_CARD)
    await cards.getByRole('button', { name: defaultFor(channels, 'INT_CREDIT_DEBIT_CARD') }).click()
    await expect(cards.getByText(channels.isDefault, { exact: true })).toBeVisible()
    await expectNothingSideways(page)

    // A channel that is not the last one ends without more than new payments.
    await page.getByRole('link', { name: screens.paymentChannels }).first().click()
    const second = rowOf(page, 'Second till')
    await turnOff(page, second, channels.disableText, channels.disable)
    await expect(second).toContainText(states.channel.disabled)

    // The last one says what closes with it, and stays when that is not meant.
    const asked = page.getByRole('dialog', { name: channels.lastTitle })
    await first.getByRole('switch').click({ force: true })
    await expect(asked).toContainText(channels.closes.testLinks)
    // The screens themselves are looked at in every-screen.spec.ts.
    if (language === 'en') await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(first.getByRole('switch')).toBeChecked()
    await turnOff(page, first, channels.stays, channels.disable)
    await expect(first).toContainText(states.channel.disabled)
    await first.getByRole('switch').click({ force: true })
    await expect(first).toContainText(states.channel.working)
  })

test('a value that cannot be the credential is told at its field before anybody is asked', async ({ page, app }) => {
  await signIn(page, app, '/settings/pay-channel/update-config?channelName=PAYPAL', 'admin@ember.example')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('add-paychannel') && asked.push(request.url()))
  const [id, secret] = [page.getByLabel('Client ID', { exact: true }), page.getByLabel('Secret key 1', { exact: true })]
  await expect(id).toBeFocused()
  await id.fill('not a client id')
  await id.blur()
  await expect(page.getByText(/This doesn't look right/)).toBeVisible()
  await id.fill('A'.repeat(80))
  await expect(page.getByText(/This doesn't look right/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expect(secret).toBeFocused()
  await expect(page.getByText('Required.')).toBeVisible()
  await expectClean(page)
  expect(asked).toEqual([])
})

/** A row of a table, or one of two lines where the table has no room. */
const rowWith = (page: Page, hasText: string) => page.locator('tbody tr, [data-row]').filter({ hasText })
const rowOf = (page: Page, name: string) =>
  page.locator('tbody tr, [data-row]').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Switches a channel off, once it is told what that means. */
async function turnOff(page: Page, row: Locator, told: string, confirm: string): Promise<void> {
  await row.getByRole('switch').click({ force: true })
  const dialogue = page.getByRole('dialog')
  await expect(dialogue).toContainText(told)
  await dialogue.getByRole('button', { name: confirm }).click()
  // Until it has gone, it takes the next click.
  await expect(dialogue).toBeHidden()
  await expect(row.getByRole('switch')).not.toBeChecked()
}

type Texts = typeof english
/** The console's texts in a language, for what the test looks for. */
function textsOf(language: Language) {
  const file = new URL(`../i18n/${language}/console.json`, import.meta.url)
  const { payChannels: channels, columns, states, screens } = JSON.parse(readFileSync(file, 'utf8')) as Texts
  return { channels, columns, states, screens }
}
const filled = (text: string, given: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => given[name] ?? '')
const defaultFor = (channels: Texts['payChannels'], card: keyof Texts['payChannels']['cards']) =>
  filled(channels.makeDefaultThis, { way: channels.cards[card] })
