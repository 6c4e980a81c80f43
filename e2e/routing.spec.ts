import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { expectClean, expectNothingSideways } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test, type RunningApp } from './fixtures.ts'

/** A merchant of its own for each language, as each has its own rules. */
const whose = { en: 'admin@ember.example', ar: 'admin@gobi.example' } as const
type Language = keyof typeof whose

test.describe.configure({ mode: 'parallel' })

for (const language of ['en', 'ar'] as const)
  test(`rules are written, tried, moved by keys and told when nothing reaches them, in ${language}`, async ({
    page,
    app,
  }) => {
    test.setTimeout(90_000)
    const { routing, columns, unsaved, payChannels, screens, methods } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/settings/pay-channel?tab=routing', whose[language])
    await expect(page.getByText(routing.emptyTitle)).toBeVisible({ timeout: 20_000 })
    await page.getByRole('link', { name: routing.newRule }).click()

    // What is typed is said in words at once, and tried before it is saved.
    const name = page.getByRole('textbox', { name: columns.name, exact: true })
    await name.fill('Everything')
    await choose(page, routing.addChannel, 'Simulator')
    const words = page.locator('main [aria-live="polite"]')
    await expect(words).toContainText(routing.sentence.all)
    await expect(words).toContainText('Simulator')
    const tried = page.locator('main form').last()
    await tried.getByRole('textbox', { name: columns.amount, exact: true }).fill('25')
    await tried.getByRole('button', { name: routing.try, exact: true }).click()
    await expect(page.getByText(routing.tried.decides)).toBeVisible()
    if (language === 'en') await expectClean(page)
    await save(page, routing)

    // A second one behind it gets nothing, and says so before it is saved and in the list.
    await page.getByRole('link', { name: screens.paymentChannels }).first().click()
    await page.getByRole('link', { name: payChannels.tabs.routing }).click()
    await page.getByRole('link', { name: routing.newRule }).click()
    await name.fill('Wallets')
    await choose(page, routing.labels.methods, methods.WALLET)
    await choose(page, routing.addChannel, 'Simulator')
    const never = routing.conflicts.taken_one.split('{{')[0] ?? ''
    await expect(page.getByText(never)).toBeVisible()

    // What is typed is not lost by a click on a link.
    await page.getByRole('link', { name: screens.paymentChannels }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: unsaved.stay }).click()
    await expect(name).toHaveValue('Wallets')
    await save(page, routing)

    // Moved by the keyboard alone, it is reached.
    await page.goto(`${app.url}/settings/pay-channel?tab=routing`)
    const rules = page.getByRole('list', { name: routing.rules }).locator('> li')
    await expect(rules).toHaveCount(2)
    await expect(rules.nth(1)).toContainText(never)
    await expectNothingSideways(page)
    await rules
      .nth(1)
      .getByRole('button', { name: titled(routing.moveUp, 'Wallets') })
      .focus()
    await page.keyboard.press('Enter')
    await expect(rules.nth(0)).toContainText('Wallets')
    await expect(page.getByRole('status').filter({ hasText: 'Wallets' })).toHaveCount(1)
    await expect(page.getByText(never)).toHaveCount(0)
    if (language === 'en') await expectClean(page)
  })

test('what somebody else saves meanwhile is told, and nothing that was typed is lost', async ({
  page,
  app,
  browser,
}) => {
  const { routing, columns, unsaved } = textsOf('en')
  await signIn(page, app, '/settings/pay-channel/rule?rule=new', 'admin@ember.example')
  const nameOf = (of: Page) => of.getByRole('textbox', { name: columns.name, exact: true })
  await nameOf(page).fill('Shared')
  await choose(page, routing.addChannel, 'Simulator')
  await save(page, routing)
  const other = await (await browser.newContext()).newPage()
  await openAs(other, app, page.url())
  await nameOf(page).fill('Mine')
  await nameOf(other).fill('Theirs')
  await other.getByRole('button', { name: routing.save }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible()
  await page.getByRole('button', { name: routing.save }).click()
  const told = page.getByRole('alert').filter({ hasText: routing.fields.name })
  await expect(told).toBeVisible()
  await expect(nameOf(page)).toHaveValue('Mine')
  await expectClean(page)
  await told.getByRole('button', { name: unsaved.keepMine }).click()
  await page.getByRole('button', { name: routing.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible()
  await other.context().close()
})

async function openAs(page: Page, app: RunningApp, address: string): Promise<void> {
  await signIn(page, app, address.replace(app.url, ''), 'admin@ember.example')
  await page.locator('h1').first().waitFor()
}

/** Saves a new rule, which then has an address of its own. */
async function save(page: Page, routing: Texts['routing']): Promise<void> {
  await page.getByRole('button', { name: routing.save }).click()
  await page.waitForURL(/rule=Route_/)
}

/** Chooses in a field of choices by typing. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

type Texts = typeof english
/** The console's texts in a language, for what the test looks for. */
function textsOf(language: Language) {
  const file = new URL(`../i18n/${language}/console.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}
/** A text about an object, which stands in it by its name between isolates. */
const titled = (text: string, name: string) => text.replace('{{name}}', `\u2068${name}\u2069`)
