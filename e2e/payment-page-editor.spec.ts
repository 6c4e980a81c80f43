import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type english from '#i18n/en/console.json'
import { languages } from '#i18n/languages.ts'
import { expectClean } from './accessible.ts'
import { chooseLanguage, goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const editor = '/settings/payment-pages/config'
const textsOf = (language: 'en' | 'ar') =>
  JSON.parse(readFileSync(new URL(`../i18n/${language}/console.json`, import.meta.url), 'utf8')) as typeof english
const unique = () => Math.random().toString(36).slice(2, 10).padEnd(8, '0')
const unfold = (page: Page, title: string) => page.locator('summary', { hasText: title }).click()

for (const language of ['en', 'ar'] as const)
  test(`${language}: a page is made with fields in another order, published, and is what shoppers see`, async ({ page, app }) => {
    const { pageEditor: words, pageFields } = textsOf(language)
    await chooseLanguage(page, language)
    await signIn(page, app, '/dashboard')
    await goTo(page, app, `${editor}?type=fixed_with_quantity`)
    const preview = page.frameLocator('iframe')
    const name = `mugs${unique()}`
    await page.getByRole('textbox', { name: pageFields.title, exact: true }).fill(`Mugs ${name}`)
    await page.getByRole('textbox', { name: pageFields.description }).fill('Made **by hand**.\n\n- blue\n- red')
    await page.getByLabel(pageFields.amount, { exact: true }).fill('12.5')
    await expect(preview.locator('h1')).toHaveText(`Mugs ${name}`)
    await expect(preview.locator('strong').first()).toHaveText('by hand')
    await expect(preview.locator('html')).toHaveAttribute('dir', languages.en.direction)

    await unfold(page, words.fields)
    for (const [at, title] of ['Size', 'Colour'].entries()) {
      await page.getByRole('button', { name: words.addField }).click()
      await page.getByLabel(words.question, { exact: true }).nth(at).fill(title)
    }
    await page.getByLabel(words.kind, { exact: true }).nth(1).selectOption('dropdown')
    await page.getByLabel(words.options, { exact: true }).first().fill('blue\nred')
    await page.getByRole('button', { name: words.moveUp.replace('{{title}}', '\u2068Colour\u2069') }).press('Enter')
    await expect(page.getByLabel(words.question, { exact: true }).first()).toHaveValue('Colour')
    await expect(preview.locator('form, section').getByText('Colour')).toBeVisible()

    await page.getByRole('button', { name: words.settings }).click()
    const dialogue = page.getByRole('dialog')
    await dialogue.getByLabel(pageFields.custom_url).fill('short')
    await expect(dialogue.getByText(words.addressFaults.malformed)).toBeVisible()
    await dialogue.getByLabel(pageFields.custom_url).fill(name)
    await expect(dialogue.getByRole('status')).toContainText(name)
    await dialogue.getByRole('button', { name: words.done }).click()
    await expectClean(page)

    await page.getByRole('button', { name: words.publish }).click()
    await page.waitForURL(/payment-pages-details/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Mugs ${name}`)
    await page.goto(`${app.url}/pay/p/${name}?lang=${language}`)
    await expect(page.locator('h1')).toHaveText(`Mugs ${name}`)
    await expect(page.locator('label', { hasText: /Colour|Size/ }).first()).toContainText('Colour')
  }) // prettier-ignore

test('two people edit a page: nothing typed is lost, and what was changed meanwhile is told', async ({ page, app, browser }) => {
  const { pageEditor: words, pageFields, unsaved } = textsOf('en')
  await signIn(page, app, '/dashboard')
  await goTo(page, app, `${editor}?type=fixed_amount`)
  await page.getByRole('textbox', { name: pageFields.title, exact: true }).fill('A deposit')
  await page.getByLabel(pageFields.amount, { exact: true }).fill('20')
  await page.getByRole('button', { name: words.publish }).click()
  await page.waitForURL(/payment-pages-details/)
  const ref = new URL(page.url()).searchParams.get('ref') ?? ''
  await goTo(page, app, `${editor}?page=${ref}`)
  await page.getByRole('textbox', { name: pageFields.title, exact: true }).fill('Our deposit')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, app, '/dashboard')
  await goTo(other, app, `${editor}?page=${ref}`)
  await other.getByLabel(pageFields.amount, { exact: true }).fill('25')
  await other.getByRole('button', { name: words.save, exact: true }).click()
  await expect(other.getByText(words.unsaved)).toBeHidden()
  await other.context().close()

  await page.getByRole('button', { name: words.save, exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: pageFields.amount })).toBeVisible()
  await expect(page.getByRole('textbox', { name: pageFields.title, exact: true })).toHaveValue('Our deposit')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: unsaved.stay }).click()
  await page.getByRole('alert').getByRole('button').first().click()
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our deposit')
  await expect(page.getByText(words.unsaved)).toBeHidden()
  // What the other one has saved is still there.
  await expect(page.getByLabel(pageFields.amount, { exact: true })).toHaveValue('25.00')
}) // prettier-ignore
